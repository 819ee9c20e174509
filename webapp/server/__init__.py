"""Server: gevent, gunicorn workers, the access log, and commands for whoever runs it."""

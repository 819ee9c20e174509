"""Starting and stopping the server: gevent, gunicorn workers, the access log, commands for whoever runs it."""

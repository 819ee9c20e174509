"""Server: gevent, gunicorn workers, the access log, and the commands of its operator."""

"""Runs the Alembic migrations on the connection and in the transaction that `migrate` passes on."""

from alembic import context

from webapp.store import circle_models, evening_models
from webapp.store.models import Row

assert circle_models.Circle.metadata is Row.metadata  # its tables are among them
assert evening_models.Evening.metadata is Row.metadata
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()

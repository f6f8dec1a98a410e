"""Alembic's environment for every service; migrations.py hands over an open connection."""

from alembic import context

settings = context.config.attributes
context.configure(
    connection=settings["connection"],
    version_table="alembic_version",
    version_table_schema=settings["schema"],
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()

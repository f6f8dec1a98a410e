"""When a table was last heard of: reconciliations without news leave the chain alone."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Expand: a column with a default, which release N-1 leaves alone."""
    op.add_column(
        "tables", sa.Column("heard_at_ms", sa.BigInteger, nullable=False, server_default="0")
    )

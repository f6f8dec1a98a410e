"""Who froze an account: a suspension's end does not undo an operator's freeze."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Expand: a column with a default, which release N-1 leaves alone."""
    op.add_column("players", sa.Column("frozen_by", sa.Text, nullable=False, server_default=""))

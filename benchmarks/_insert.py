"""A Flask application that does nothing but insert what was posted, its file opened as ours is."""

from pathlib import Path

from flask import Flask, request
from sqlmodel import Field, Session, SQLModel

from webapp.config import file_url
from webapp.store.engines import writing_engine


class Line(SQLModel, table=True):
    """The row that it inserts: as many columns as an event has."""

    id: int | None = Field(default=None, primary_key=True)
    table_id: int
    seq: int
    op: str
    device_id: int
    body: str
    made_at: str
    link: str


def insert(folder: Path) -> Flask:
    """Returns the application."""
    app = Flask("bare")
    engine = writing_engine(file_url(folder / "bare.sqlite"))
    SQLModel.metadata.create_all(engine, tables=[Line.__table__])  # type: ignore[attr-defined]

    @app.post("/tables/<int:table_id>/events")
    def make(table_id: int) -> str:
        form = request.form
        seq, op, body = int(form["seen"]), form["op"], form["event"]
        line = Line(table_id=table_id, seq=seq, op=op, device_id=1, body=body, made_at="", link="")
        with Session(engine) as session:
            session.add(line)
            session.commit()
        return "ok"

    return app

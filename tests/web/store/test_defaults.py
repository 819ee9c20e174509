"""Defaults of rows are functions in Python: the signature of a builtin cannot be read in two threads at once."""

from types import FunctionType

from tests.cases import each
from webapp.store import Store  # noqa: F401  # all models are declared with it
from webapp.store.models import Row

FACTORIES = {
    f"{model.__name__}.{name}": field.default_factory
    for model in Row.__subclasses__()
    for name, field in model.model_fields.items()
    if field.default_factory is not None
}


def test_there_are_defaults_to_look_at() -> None:
    assert {"Table.choices", "Device.names", "EventRow.made_at"} <= FACTORIES.keys()


@each("name", FACTORIES)
def test_a_default_is_a_function_written_in_python(name: str) -> None:
    assert isinstance(FACTORIES[name], FunctionType)

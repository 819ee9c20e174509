"""Environment of the templates: how Jinja looks up and calls what all of them may use, and puts it into the page."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache, partial
from itertools import islice
from types import FunctionType
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Environment as JinjaEnvironment
from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from webapp.http.limits import DRAWN_A_TURN, PIECES_JOINED
from webapp.http.steps import let_others

PLAIN = frozenset({FunctionType, type(cache(str)), partial})
"""Kinds of functions that ask nothing of the template that calls them, unless they are marked by Jinja."""


class CallContext(Context):
    """Jinja's context, which calls plain functions without looking for what an object could ask of it.

    A table's page makes dozens of such calls, and each of those looks costs more than most of what is called.
    """

    def __init__(
        self,
        environment: JinjaEnvironment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  (as Jinja names it)
    ) -> None:
        """`globals`: those of the template, whose names only an import of macros asks for."""
        super().__init__(environment, parent, name, blocks)
        self._globals = globals

    @property
    def globals_keys(self) -> set[str]:
        """The names of the globals. Jinja collects all of them whenever a template begins."""
        return set(self._globals or ())

    @globals_keys.setter
    def globals_keys(self, keys: set[str]) -> None:
        """Keeps nothing of what Jinja collects."""

    def of_included(self, template: Template, known: Mapping[str, Any]) -> "CallContext":
        """Returns the context of a template that this one includes, where `known` are the variables of this moment.

        Jinja copies everything that the page holds, twice for each include.
        """
        inner = CallContext(self.environment, self.parent, template.name, template.blocks, template.globals)
        inner.vars.update(self.vars)
        inner.vars.update((name, value) for name, value in known.items() if value is not missing)
        return inner

    def call(self, called: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **kwargs: Any) -> Any:
        """Returns what a function or an object returns that a template calls.

        What Jinja adds within loops and blocks is meant for functions that it has marked.
        """
        if type(called) not in PLAIN or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, _loop_vars=_loop_vars, _block_vars=_block_vars, **kwargs)
        return called(*args, **kwargs)


class QuickEscapes(CodeGenerator):
    """Jinja's compiler, for templates that do not copy what is escaped already.

    A table's page puts a hundred such texts out, and each copy costs more than most of what is looked up.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  (as Jinja names it)
        """Writes a look at an attribute without a call of Jinja's, which only looks for what is no attribute."""
        self.write("(found if (found := getattr((of := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr(of, {node.attr!r}))")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802  (as Jinja names it)
        """Writes an include as one step of its generator, where Jinja passes on each piece of text by itself."""
        one = isinstance(node.template, nodes.Const | nodes.Call | nodes.Name)
        if node.ignore_missing or not node.with_context or not one:
            super().visit_Include(node, frame)
            return
        known = self.dump_local_context(frame)
        self.writeline("template = environment.get_or_select_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        drawn = f"template.root_render_func(context.of_included(template, {known}))"
        self.writeline(f"yield from {drawn}" if frame.buffer is None else f"{frame.buffer}.extend({drawn})")


class PageTemplate(Template):
    """Jinja's template, which lets others be answered while it draws a long page.

    A part is drawn in one go: streams draw parts, too, and may hold locks meanwhile.
    """

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Returns the page with these variables."""
        if self.name is None or self.name.rpartition("/")[2].startswith("_"):
            return super().render(*args, **kwargs)
        try:
            return "".join(_in_parts(self.root_render_func(self.new_context(dict(*args, **kwargs)))))
        except Exception:
            self.environment.handle_exception()


def _in_parts(pieces: Iterator[str]) -> Iterator[str]:
    """Yields the texts of a page, some joined; others are answered after so many characters."""
    drawn = 0
    while some := list(islice(pieces, PIECES_JOINED)):
        part = "".join(some)
        drawn += len(part)
        if drawn > DRAWN_A_TURN:
            drawn = 0
            let_others()
        yield part


class TemplateEnvironment(Environment):
    """Flask's environment with the globals of each template in a plain dict, copied when it is loaded.

    Jinja's own chain of dicts is copied key by key for each template and each import of macros, many times a page.
    What is added to the globals later is in templates that are loaded after it.
    """

    context_class = CallContext
    template_class = PageTemplate
    code_generator_class = QuickEscapes

    def __init__(self, app: App, **options: Any) -> None:
        # All templates are kept: what Jinja keeps a number of them in goes through that list for each it is asked for.
        super().__init__(app, **{"cache_size": -1, **options})

    @staticmethod
    def escaped(value: Any) -> Markup:
        """Returns what stands in a page for a value: itself where it is escaped already."""
        return value if type(value) is Markup else escape(value)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Returns the globals of a template: those of all, and its own."""
        return {**self.globals, **(d or {})}

"""The text of schemas: ``id#1: int64 not null, tags#2: list<element#3: string>``."""

from __future__ import annotations

import unicodedata

from .cursor import MalformedError, is_text
from .types import MAX_DEPTH, Field

_PLAIN = {
    "boolean",
    "int8",
    "int16",
    "int32",
    "int64",
    "float",
    "double",
    "string",
    "binary",
    "date",
    "timestamp",
    "timestamp_ntz",
}


def parse(text: str) -> list[Field]:
    """The columns of a schema.

    :raises MalformedError: if the text is none
    """
    return _Parser(text).schema()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.depth = 0

    def schema(self) -> list[Field]:
        self._space()
        fields = []
        if self.pos < len(self.text):
            fields.append(self._field())
            while self._accept(","):
                fields.append(self._field())
        self._space()
        if self.pos < len(self.text):
            raise self._error("unexpected text after the schema")
        return fields

    def _error(self, what: str) -> MalformedError:
        return MalformedError(f"schema '{self.text[:200]}' at character {self.pos + 1}: {what}")

    def _space(self) -> None:
        while self.pos < len(self.text) and self.text[self.pos].isspace():
            self.pos += 1

    def _accept(self, c: str) -> bool:
        self._space()
        if self.text.startswith(c, self.pos):
            self.pos += len(c)
            return True
        return False

    def _expect(self, c: str) -> None:
        if not self._accept(c):
            raise self._error(f"'{c}' is missing")

    def _name(self) -> str:
        self._space()
        start = self.pos
        text = self.text
        if text.startswith("`", start):
            end = start + 1
            while True:
                end = text.find("`", end)
                if end < 0:
                    raise self._error("the closing ` of a name is missing")
                if not text.startswith("``", end):
                    break
                end += 2
            self.pos = end + 1
            name = text[start + 1 : end].replace("``", "`")
        else:
            while self.pos < len(text) and _is_plain(text[self.pos]):
                self.pos += 1
            name = text[start : self.pos]
        if not name:
            raise self._error("a name is missing")
        if not is_text(name):
            raise MalformedError(f"the name {name[:80]!r} is no text in UTF-8")
        return name

    def _number(self) -> int:
        self._space()
        start = self.pos
        while self.pos < len(self.text) and "0" <= self.text[self.pos] <= "9":
            self.pos += 1
        if start == self.pos or self.pos - start > 9:
            raise self._error("a number is missing")
        return int(self.text[start : self.pos])

    def _field(self) -> Field:
        name = self._name()
        number = self._number() if self._accept("#") else 0
        self._expect(":")
        return self._typed(name, number, None)

    def _typed(self, name: str, number: int, nullable: bool | None) -> Field:
        """A field whose type follows; ``nullable`` None = the text says so after the type."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"types may be nested at most {MAX_DEPTH} levels deep")
        word = self._name().lower()
        precision = scale = 0
        children: list[Field] = []
        if word == "decimal":
            self._expect("(")
            precision = self._number()
            self._expect(",")
            scale = self._number()
            self._expect(")")
            if not 1 <= precision <= 38 or scale > precision:
                raise self._error(f"decimal({precision},{scale}): 1 to 38 digits are allowed, as many after the point")
        elif word == "struct":
            self._expect("<")
            if not self._accept(">"):
                children.append(self._field())
                while self._accept(","):
                    children.append(self._field())
                self._expect(">")
        elif word == "list":
            self._expect("<")
            children.append(self._field_or_type("element", True))
            self._expect(">")
        elif word == "map":
            self._expect("<")
            children.append(self._field_or_type("key", False))
            self._expect(",")
            children.append(self._field_or_type("value", True))
            self._expect(">")
        elif word not in _PLAIN:
            raise self._error(f"unknown type '{word}'")
        self.depth -= 1
        if nullable is None:
            nullable = not self._accept("not null")
        return Field(name, word, nullable, number, precision, scale, tuple(children))

    def _field_or_type(self, name: str, nullable: bool) -> Field:
        start = self.pos
        self._name()
        named = self._accept("#") or self._accept(":")
        self.pos = start
        return self._field() if named else self._typed(name, 0, nullable)


def _is_plain(c: str) -> bool:
    """Whether a name has it as it is. What this version of Unicode does not know may be a letter in the writer's."""
    return c.isalnum() or c == "_" or unicodedata.category(c) == "Cn"

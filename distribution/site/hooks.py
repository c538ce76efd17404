"""Pages of the site that are files outside of docs/, and groups of pages in the navigation."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

HOME = Path(__file__).resolve().parents[2]

#: Files of the checkout that are pages, by the page that they become.
OUTSIDE = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "python.md": "python/README.md",
    "security-policy.md": "SECURITY.md",
}

_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"(```.*?```)", re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Replaces ``folder/*`` in the navigation by the pages of that folder that it does not name."""
    docs = Path(config.docs_dir)
    for section in config.nav or []:
        for name, entries in section.items():
            named = {next(iter(e.values())) if isinstance(e, dict) else e for e in entries}
            pages: list[object] = []
            for entry in entries:
                if isinstance(entry, str) and entry.endswith("/*"):
                    found = (p.relative_to(docs).as_posix() for p in (docs / entry[:-2]).glob("*.md"))
                    pages += sorted(p for p in found if p not in named)
                else:
                    pages.append(entry)
            section[name] = pages
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files outside of ``docs/``."""
    for page, path in OUTSIDE.items():
        files.append(File.generated(config, page, abs_src_path=str(HOME / path)))
    style = Path(__file__).resolve().parent / "site.css"
    files.append(File.generated(config, "assets/site.css", abs_src_path=str(style)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links to files of the checkout become links to their pages, or their names where they have none."""
    source = PurePosixPath(OUTSIDE.get(page.file.src_uri, f"docs/{page.file.src_uri}"))
    pages = {path: name for name, path in OUTSIDE.items()}

    def link(match: re.Match[str]) -> str:
        text, target = match[1], match[2]
        path, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not path:
            return match[0]
        absolute = (HOME / source.parent / path).resolve()
        if not absolute.exists():
            raise FileNotFoundError(f"{source}: a link to {target}, which does not exist")
        inside = absolute.relative_to(HOME).as_posix()
        if inside in pages:
            goal = pages[inside]
        elif inside.startswith("docs/") and absolute.is_file():
            goal = inside.removeprefix("docs/")
        else:
            return f"{text} (`{inside}`)"
        here = str(PurePosixPath(page.file.src_uri).parent)
        return f"[{text}]({relpath(goal, here)}{'#' + anchor if anchor else ''})"

    parts = _CODE.split(markdown)
    return "".join(p if p.startswith("```") else _LINK.sub(link, p) for p in parts)

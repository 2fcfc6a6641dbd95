"""The pages' TypeScript is written from the server's types and its list of pages."""

from __future__ import annotations

import re
from pathlib import Path

from zermelo.lab import typescript
from zermelo.lab.topics import PAGES


def test_files_of_pages_that_are_gone_are_removed(tmp_path: Path) -> None:
    (tmp_path / "old_page.ts").write_text("")
    typescript.main(tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == typescript.write()


def test_every_type_is_written_once_and_imported_where_it_is_used() -> None:
    files = typescript.write()
    assert list(files) == ["events.ts", "shared.ts", *(f"{page.name}.ts" for page in PAGES), "questions.ts"]
    written = [name for text in files.values() for name in re.findall(r"^export \w+ (\w+)", text, re.MULTILINE)]
    assert len(written) == len(set(written))
    assert 'import type { MoveValue } from "./shared";' in files["pacman.ts"]
    assert 'import type { SearchEvent } from "./events";' in files["shared.ts"]


def test_fields_with_a_default_are_optional_only_in_what_pages_send() -> None:
    files = typescript.write()
    assert "  moves?: string[];" in files["shared.ts"]
    assert '  type: "steps";\n  id: number;\n  first: number;\n  steps: Step[];' in files["tree.ts"]
    assert '  type: "watch";\n  id: number;\n  source: Source;\n' in files["tree.ts"]
    assert "  event: SearchEvent;" in files["shared.ts"]


def test_the_table_of_questions() -> None:
    text = typescript.write()["questions.ts"]
    assert '  { slug: "pacman", title: "Pac-Man" },' in text
    assert '  "tree/read": [ReadTree, TreeReply];' in text
    assert "export type Sent = Watch | Think | Review | Compete | More | Cancel;" in text
    assert (
        "export type Received = Steps | Finished | Progress | Chosen | Reviewing | Reviewed | NewGames | Competed | "
        "Cancelled | Refused;" in text
    )

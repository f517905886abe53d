"""A profile written in another way, with the same content: line ends, encodings, delimiters, quoting, other columns."""

import csv
import gzip
import io
from collections.abc import Callable
from typing import Literal

KERNEL = "Kernel Name"


def text_of(data: bytes) -> str:
    """The text of a case, line ends LF."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if data.startswith(mark):
            return data.decode(encoding).replace("\r\n", "\n")
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").replace("\r\n", "\n")


def delimiter_of(text: str) -> str:
    header = next((line for line in text.splitlines() if KERNEL in line), "")
    return next((d for d in ";\t" if d in header), ",")


def on_rows(text: str, change: Callable[[list[str], list[str]], list[str]], write: Callable[[list[str]], str]) -> str:
    """The text with every row of its tables changed, by (header, cells), and written anew; other lines stay."""
    delimiter = delimiter_of(text)
    header: list[str] = []
    lines = []
    for line in text.splitlines():
        cells = next(csv.reader([line], delimiter=delimiter), [])
        if KERNEL in cells:
            header = cells
        is_row = bool(header) and len(cells) >= min(12, len(header) - 4) and (cells is header or is_number(cells[0]))
        lines.append(write(change(header, cells)) if is_row else line)
    return "\n".join(lines) + "\n"


def is_number(cell: str) -> bool:
    return cell == "" or cell.isdigit()


def same(header: list[str], cells: list[str]) -> list[str]:
    return cells


def written(delimiter: str = ",", quoting: Literal[0, 1] = csv.QUOTE_ALL) -> Callable[[list[str]], str]:
    def write(cells: list[str]) -> str:
        stream = io.StringIO()
        csv.writer(stream, delimiter=delimiter, quoting=quoting, lineterminator="").writerow(cells)
        return stream.getvalue()

    return write


def with_kernel_time(header: list[str], cells: list[str]) -> list[str]:
    """The column of older versions behind the kernel name."""
    at = header.index(KERNEL) + 1
    if cells is header:
        return [*cells[:at], "Kernel Time", *cells[at:]]
    return [*cells[:at], "2020-Apr-07 17:01:05" if cells[0] else "", *cells[at:]]


def without_host_and_stream(header: list[str], cells: list[str]) -> list[str]:
    dropped = {header.index(name) for name in ("Host Name", "Context", "Stream") if name in header}
    return [cell for i, cell in enumerate(cells) if i not in dropped]


def with_process_behind(header: list[str], cells: list[str]) -> list[str]:
    """Columns in another order: the process name behind the kernel name."""
    process, kernel = header.index("Process Name"), header.index(KERNEL)
    moved = [cell for i, cell in enumerate(cells) if i != process]
    moved.insert(kernel, cells[process])
    return moved


def as_data_frame(text: str) -> str:
    """As pandas saves it: an index before every row, quotes only where needed."""
    count = iter(range(1 << 30))

    def indexed(header: list[str], cells: list[str]) -> list[str]:
        return ["" if cells is header else str(next(count)), *cells]

    return on_rows(text, indexed, written(quoting=csv.QUOTE_MINIMAL))


def with_numbers_unquoted(text: str) -> str:
    """Quotes around everything but plain digits."""

    def write(cells: list[str]) -> str:
        return ",".join(cell if cell.isdigit() else '"' + cell.replace('"', '""') + '"' for cell in cells)

    return on_rows(text, same, write)


def between_noise(text: str) -> str:
    """A foreign line after every fourth line of the table."""
    noise = ["==PROF== tick\n", "epoch 3, loss 0.25\n", '"residual","0.004"\n', "\n"]
    lines = text.splitlines(keepends=True)
    begin = next((i for i, line in enumerate(lines) if KERNEL in line), len(lines))
    spread = [
        part
        for i, line in enumerate(lines)
        for part in ((line, noise[i // 4 % 4]) if i > begin + 1 and i % 4 == 0 else (line,))
    ]
    return "".join(spread)


TRANSFORMATIONS: dict[str, Callable[[str], bytes]] = {
    "as it is": str.encode,
    "CRLF": lambda t: t.replace("\n", "\r\n").encode(),
    "CR": lambda t: t.replace("\n", "\r").encode(),
    "no last line end": lambda t: t.rstrip("\n").encode(),
    "UTF-16 with mark": lambda t: t.encode("utf-16"),
    "UTF-16 big endian, CRLF": lambda t: b"\xfe\xff" + t.replace("\n", "\r\n").encode("utf-16-be"),
    "UTF-8 with mark": lambda t: t.encode("utf-8-sig"),
    "zeros behind": lambda t: t.encode() + b"\0" * 4096,
    "gzip": lambda t: gzip.compress(t.encode()),
    "text before": lambda t: ("training step 1 of 3, loss 0.5\n" * 40 + t).encode(),
    "text behind": lambda t: (t + "==PROF== Report: /tmp/out.ncu-rep\ndone\n").encode(),
    "foreign lines between": lambda t: between_noise(t).encode(),
    "semicolons": lambda t: on_rows(t, same, written(";")).encode(),
    "tabs": lambda t: on_rows(t, same, written("\t")).encode(),
    "spreadsheet": lambda t: ("sep=;\n" + on_rows(t, same, written(";", csv.QUOTE_MINIMAL))).encode("utf-8-sig"),
    "spreadsheet, tabs, CRLF": lambda t: (
        on_rows(t, same, written("\t", csv.QUOTE_MINIMAL)).replace("\n", "\r\n").encode("utf-16")
    ),
    "few quotes": lambda t: on_rows(t, same, written(quoting=csv.QUOTE_MINIMAL)).encode(),
    "numbers without quotes": lambda t: with_numbers_unquoted(t).encode(),
    "data frame": lambda t: as_data_frame(t).encode(),
    "older column": lambda t: on_rows(t, with_kernel_time, written()).encode(),
    "fewer columns": lambda t: on_rows(t, without_host_and_stream, written()).encode(),
    "other order": lambda t: on_rows(t, with_process_behind, written()).encode(),
}
TEXT_ONLY = ("as it is", "CRLF", "CR", "UTF-16 with mark", "UTF-8 with mark", "zeros behind", "gzip", "text behind")

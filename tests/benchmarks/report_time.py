"""Whole command `report --png` of the bundled example against a short matplotlib script, in turn, in one run.

Run: python tests/benchmarks/report_time.py [RUNS]    (needs matplotlib)
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from roofline_gui.resources import resource_path

SCRIPT = """
import sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
skip = next(i for i, line in enumerate(open(sys.argv[1], encoding="utf-8")) if line.startswith('"ID"'))
data = pd.read_csv(sys.argv[1], skiprows=skip, thousands=",").iloc[1:]
def number(name):
    return pd.to_numeric(data[name].astype(str).str.replace(",", "")).to_numpy()
op = "sm__sass_thread_inst_executed_op_{}_pred_on.sum"
work = 2 * number(op.format("ffma")) + number(op.format("fadd")) + number(op.format("fmul"))
work = work + sum(number(c) for c in data if c.startswith("sm__ops_path_tensor_src_") and c.endswith(".sum"))
traffic = number("dram__bytes_read.sum") + number("dram__bytes_write.sum")
seconds = number("gpu__time_duration.sum") * 1e-9
intensity, rate = work / traffic, work / seconds
x = np.logspace(-1, 4, 200)
figure, axes = plt.subplots(figsize=(16, 9), dpi=100)
for peak, label in ((989.4e12, "BF16 tensor"), (133.8e12, "FP16"), (67e12, "FP32")):
    for bandwidth in (4.8e12, 10.1e12, 33.5e12):
        axes.loglog(x, np.minimum(peak, x * bandwidth), color="0.5", lw=1)
    axes.text(1e4, peak, label, ha="right", va="bottom")
axes.scatter(intensity, rate, s=2000 * seconds / seconds.sum() + 10, c=range(len(rate)), cmap="tab20")
for i in np.argsort(-seconds)[:5]:
    axes.annotate(str(data["Kernel Name"].iloc[i])[:30], (intensity[i], rate[i]))
axes.set_xlabel("Arithmetic intensity (FLOP/byte)")
axes.set_ylabel("Performance (FLOP/s)")
figure.savefig(sys.argv[2])
"""


def wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "plot.py"
        script.write_text(SCRIPT, encoding="utf-8")
        example = str(resource_path("examples", "decode-bf16-recommended-raw.csv"))
        theirs = [sys.executable, str(script), example, f"{folder}/matplotlib.png"]
        ours = [sys.executable, "-m", "roofline_gui", "report", "--example", "--png", f"{folder}/roofline.png"]
        wall(theirs), wall(ours)  # warm caches
        pairs = [(wall(ours), wall(theirs)) for _ in range(runs)]
    ratios = [a / b for a, b in pairs]
    print(
        f"report --png {statistics.median(a for a, _ in pairs):.2f} s, matplotlib script "
        f"{statistics.median(b for _, b in pairs):.2f} s"
    )
    spread = f"{min(ratios):.2f} to {max(ratios):.2f} in {runs} pairs"
    print(f"ratio: median {statistics.median(ratios):.2f}, {spread} (limit 1.2)")


if __name__ == "__main__":
    main()

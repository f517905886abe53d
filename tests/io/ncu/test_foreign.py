"""Files of other tools, and pages without counters: each is named, with the command that gives what is needed."""

import csv
import io
from pathlib import Path

import pytest

from roofline_gui.io.ncu.command import closest_command
from roofline_gui.io.ncu.refusals import EXPORT_COMMAND
from roofline_gui.present.table import COLUMNS
from tests.io.ncu.samples import FP32, LONG, TIME, long, opened, quoted, refused, wide, written
from tests.io.ncu.transform import TRANSFORMATIONS

COLLECT, EXPORT, NONE = closest_command(""), EXPORT_COMMAND.format("FILE"), ""
DATA = Path(__file__).parents[2] / "data"

NVPROF = {
    "summary": (
        "==9== NVPROF is profiling process 9, command: ./demo\n==9== Profiling application: ./demo\n"
        '==9== Profiling result:\n"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,ms,,us,us,us,\n'
        '"GPU activities",99.1,12.5,10,1250,1200,1300,"stencil27(float*)"\n'
    ),
    "summary of old versions": '======== Profiling result:\nTime(%),Time,Calls,Avg,Min,Max,Name\n%,ms,,us,us,us,\n',
    "header alone": '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n',
    "trace": (
        '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread",'
        '"Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name","Correlation_ID"\n'
        "us,us,,,,,,,,KB,KB,KB,GB/s,,,,,\n"
    ),
    "API trace": '"Start","Duration","Name","Correlation_ID"\nus,us,,\n0.0,2.9,"cudaMalloc",1\n',
    "metrics": (
        '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n'
        '"Tesla V100 (0)","stencil27(float*)",3,"flop_count_sp","Floating Point Operations",7,7,7\n'
    ),
    "events": '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"\n"V100","k",1,"warps",1,1,1,1\n',
    "text": (
        "            Type  Time(%)      Time     Calls       Avg       Min       Max  Name\n"
        " GPU activities:   99.98%  12.500ms        10  1.2500ms  1.2000ms  1.3000ms  stencil27(float*)\n"
    ),
}
NSYS = {
    "kernel summary": (
        "Processing [report.sqlite] with [cuda_gpu_kern_sum.py]...\n"
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n9,9,1,9,9,9,9,0,k\n"
    ),
    "older summary": "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n9,9,1,9,9,9,k\n",
    "trace": "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,Device,Ctx,Strm,Name\n1,2,3\n",
    "older trace": '"Start(nsec)","Duration(nsec)","CorrId","GrdX"\n1,2,3,4\n',
    "projected ranges": "Name,Start (ns),Duration (ns),Projected Start (ns),Num GPU Ops\nphase,10,100,20,2\n",
    "text": (
        "\n ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n"
        " Time (%)  Total Time (ns)  Instances  Avg (ns)   Name\n --------  ---------------  ---------\n"
    ),
}
ROCPROF = {
    "v1": (
        '"Index","KernelName","gpu-id","queue-id","queue-index","pid","tid","grd","wgr","lds","scr","arch_vgpr"\n'
        '0,"stencil27(float*) [clone .kd]",0,0,0,36,36,65536,256,0,0,8\n'
    ),
    "v1 statistics": '"Name","Calls","TotalDurationNs","AverageNs","Percentage"\n"k(float*) [clone .kd]",1,2,3,4\n',
    "v2": (
        "Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Scratch_Per_Workitem,"
        "Arch_VGPR,Accum_VGPR,SGPR,Wave_Size,Kernel_Name,Start_Timestamp,End_Timestamp,Correlation_ID\n"
    ),
    "v3 trace": (
        '"Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name",'
        '"Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size"\n"KERNEL_DISPATCH","Agent 4",1,0,7\n'
    ),
    "v3 counters": (
        '"Correlation_Id","Dispatch_Id","Agent_Id","Queue_Id","Process_Id","Thread_Id","Grid_Size","Kernel_Id",'
        '"Kernel_Name","Workgroup_Size","Counter_Name","Counter_Value","Start_Timestamp","End_Timestamp"\n'
        '1,1,"Agent 1",2,32,32,262144,5,"k",256,"SQ_WAVES",16384.0,15,16\n'
    ),
    "v3 statistics": '"Name","Calls","TotalDurationNs","AverageNs","Percentage","MinNs","MaxNs","StdDev"\n"k",1,2,3\n',
    "compute, counters": "Dispatch_ID,Kernel_Name,GPU_ID,Grid_Size,Workgroup_Size,SQ_WAVES\n0,k,0,1,1,2\n",
    "compute, text": (
        "2. System Speed-of-Light\n╒═════════════╤══════════════╤═══════╕\n│ Metric_ID   │ Metric       │   Avg │\n"
    ),
}
PYTORCH = {
    "table": (
        "-------------------------------------------------------  ------------  ------------\n"
        "                                                   Name    Self CPU %      Self CPU\n"
        "-------------------------------------------------------  ------------  ------------\n"
        "                                               aten::mm         1.00%       7.000us\n"
    ),
    "trace": '{\n  "schemaVersion": 1,\n  "deviceProperties": [\n    {\n      "id": 0\n    }\n  ],\n',
}
OTHERS = [
    *[("output of nvprof", text, COLLECT) for text in NVPROF.values()],
    *[("table of Nsight Systems", text, COLLECT) for text in NSYS.values()],
    *[("AMD profiler (rocprof)", text, COLLECT) for text in ROCPROF.values()],
    *[("PyTorch profiler", text, COLLECT) for text in PYTORCH.values()],
    ("trace of events in the Chrome format", '{"traceEvents": [\n{"ph": "X", "name": "k", "ts": 1}\n]}\n', COLLECT),
    ("trace of events in the Chrome format", '[\n{"name": "k", "ph" : "X", "ts": 1, "dur": 2}\n]\n', COLLECT),
    ("session page", 'Launch Settings\n"Launch Attribute","Value"\n"Profiler","ncu"\n', EXPORT),
    ("session page", "Session Info\n-------\nSession Attribute     Value\n-------\nCreated    today\n", EXPORT),
    ("source page", '"Kernel Name","k(float *)"\n"Address","Source"\n"0x7f00","  MOV R1, c[0x0][0x28]"\n', EXPORT),
    ("source page", "Kernel Name        k(float *)\nAddress            Source\n0x7f00     MOV R1\n", EXPORT),
    (
        "text page of Nsight Compute",
        (
            '==PROF== Profiling "axpy" - 0 (1/1): 0%....50%....100% - 1 pass\n'
            "  axpy(int, float *) (65536, 1, 1)x(256, 1, 1), Context 1, Stream 13, Device 0, CC 9.0\n"
            "    Section: Command line profiler metrics\n"
        ),
        EXPORT,
    ),
    ("text page of Nsight Compute", "  axpy(float *) (4, 1, 1)x(256, 1, 1), Device 0, CC 9.0, Invocations 1\n", EXPORT),
    ("header line is missing", long({**FP32, TIME: ("ns", "9")}, header=False), EXPORT),
    ("by another program", "kernel,gpu__time_duration.sum,dram__bytes.sum\nk,1000,2000\n", EXPORT),
    ("by another program", '{"kernel": "k", "dram__bytes_read.sum": 4096}\n', EXPORT),
    ("by another program", '"Kernel","Metric Name","Metric Value"\n"k","Duration","5"\n', EXPORT),
    ("document of this program", '{"format":"roofline-document","version":1}\n', NONE),
    ("performance table that this program exported", ",".join(COLUMNS) + "\n", NONE),
]


@pytest.mark.parametrize(("words", "text", "command"), OTHERS)
@pytest.mark.parametrize("way", ["as it is", "CRLF", "UTF-16 with mark", "UTF-8 with mark", "gzip"])
def test_what_it_is_and_which_command_helps(tmp_path: Path, words: str, text: str, command: str, way: str) -> None:
    refusal = refused(written(tmp_path, TRANSFORMATIONS[way](text)))
    assert words in refusal.what
    assert refusal.command == command
    assert refusal.advice
    assert refusal.detail.startswith("Line ")


@pytest.mark.parametrize(
    "name", ["babelstream.csv", "stream.txt", "mixbench.txt", "nvbandwidth.json", "rocprof-compute.csv"]
)
def test_measured_ceilings_belong_to_a_machine(name: str) -> None:
    refusal = refused(DATA / "ceilings" / name)
    assert "holds ceilings of a machine" in refusal.what
    assert "Machine pane" in refusal.advice


def test_a_trace_in_one_line_is_known_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roofline_gui.io.ncu.decode.LONGEST_LINE", 1000)
    text = '{"traceEvents": [' + ", ".join(['{"ph": "X", "name": "k"}'] * 100) + "]}"
    assert "Chrome format" in refused(written(tmp_path, text)).what


def test_a_document_gives_its_own_table_away(tmp_path: Path) -> None:
    """The table of a document is no profile of Nsight Compute, whatever its kernels are called."""
    stream = io.StringIO()
    csv.writer(stream).writerows([COLUMNS, ['void k<1>(float *), "Kernel Name"', *["1"] * (len(COLUMNS) - 1)]])
    assert "performance table" in refused(written(tmp_path, stream.getvalue())).what


def test_a_table_beside_foreign_output_is_read(tmp_path: Path) -> None:
    """What another tool printed into the same file refuses nothing."""
    for text in (*NVPROF.values(), *NSYS.values(), *ROCPROF.values(), *PYTORCH.values()):
        path = written(tmp_path, text + wide({TIME: "1,000", **dict.fromkeys(FP32, "1")}) + text)
        assert len(opened(path).launches) == 1


def test_columns_of_the_long_table_without_kernels(tmp_path: Path) -> None:
    assert "header but no kernel launches" in refused(written(tmp_path, quoted(LONG))).what

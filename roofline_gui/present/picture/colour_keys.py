"""Which rows share a colour."""

import numpy as np

from roofline_gui.model.demand import Ints
from roofline_gui.model.grouping import Grouping, Groups
from roofline_gui.model.series import batch_of
from roofline_gui.present.names import PATH_SEPARATOR


def colour_keys(groups: Groups) -> tuple[Ints, tuple[str, ...]]:
    """What rows share a colour: the innermost operation, else the kernel name. Codes, shape (n,), and the texts."""
    launches = groups.launches
    kernels = launches.kernel.codes[groups.first]
    if groups.grouping is not Grouping.NVTX:
        return kernels, launches.kernel.values
    leaves: dict[str, int] = {}
    of_path = np.array(
        [
            leaves.setdefault(batch_of(path.split(PATH_SEPARATOR)[-1])[0], len(leaves)) if path else -1
            for path in launches.operation.values
        ]
    )
    codes = of_path[launches.operation.codes[groups.first]]
    return np.where(codes < 0, len(leaves) + kernels, codes), (*leaves, *launches.kernel.values)

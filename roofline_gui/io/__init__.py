"""Files in and out: Nsight Compute output, machine files, performance tables."""

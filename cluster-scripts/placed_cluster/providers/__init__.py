"""Where a cluster comes from: EC2, hosts that are there, this machine, or a cluster with its own software."""

"""Places for independent jobs: processes of this machine, or the nodes of a Ray cluster."""

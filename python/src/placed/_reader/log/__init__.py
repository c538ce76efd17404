"""Tables with a log: snapshots, manifests, deletion vectors, partitions, foreign files."""

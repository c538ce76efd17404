"""The reader of Placed files and tables without a JVM, made from the specification in ``docs/spec``."""

"""The tests of the reader without a JVM."""

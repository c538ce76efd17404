package io.placed.io;

/** What kind of storage files lie on, as far as it matters to how they are read. */
public enum StorageKind {
  /** Behind the page cache of this machine. */
  LOCAL,
  /** Servers that read a file from disks of theirs, such as HDFS. */
  SERVERS,
  /** Objects that are asked for by range, many requests at a time. */
  OBJECTS
}

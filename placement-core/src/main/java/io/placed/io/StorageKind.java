package io.placed.io;

/** Kind of storage, as it affects reads. */
public enum StorageKind {
  /** Local disk with page cache. */
  LOCAL,
  /** Servers with disks, such as HDFS. */
  SERVERS,
  /** Object store with parallel range requests. */
  OBJECTS
}

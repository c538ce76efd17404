package io.placed.format.v1;

import java.util.UUID;

/** A file beside this one that holds some of its pages; the CRC32C is that of the whole file. */
public record SiblingEntry(String name, UUID fileId, long length, int checksum) {}

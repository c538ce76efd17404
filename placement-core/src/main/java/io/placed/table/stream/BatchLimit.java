package io.placed.table.stream;

/**
 * How much a batch of a stream reads at most, but at least one file.
 *
 * @param files {@code Long.MAX_VALUE} = no limit
 * @param bytes of files, siblings included; {@code Long.MAX_VALUE} = no limit
 */
public record BatchLimit(long files, long bytes) {
  public static final BatchLimit NONE = new BatchLimit(Long.MAX_VALUE, Long.MAX_VALUE);

  public BatchLimit withFiles(long most) {
    return new BatchLimit(most, bytes);
  }

  public BatchLimit withBytes(long most) {
    return new BatchLimit(files, most);
  }
}

package io.placed.write.pack;

import io.placed.io.PositionOutput;

/** Counts and discards bytes. */
final class NoOutput extends PositionOutput {
  private long position;

  NoOutput(long position) {
    this.position = position;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void endBlock() {
    // Nothing to do: bytes are discarded.
  }

  @Override
  public void abort() {
    // Nothing to remove.
  }

  @Override
  public void write(int b) {
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    position += length;
  }
}

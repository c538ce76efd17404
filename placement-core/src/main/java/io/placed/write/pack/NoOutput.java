package io.placed.write.pack;

import io.placed.io.PositionOutput;

/** Counts bytes and forgets them. */
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
    // Nothing is kept, in blocks or otherwise.
  }

  @Override
  public void abort() {
    // Nothing was kept.
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

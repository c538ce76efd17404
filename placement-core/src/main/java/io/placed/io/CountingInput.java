package io.placed.io;

import java.io.IOException;

/** Counts what another input reads. */
public final class CountingInput implements RandomInput {
  private final RandomInput input;
  private final IoCounters counters;

  public CountingInput(RandomInput input, IoCounters counters) {
    this.input = input;
    this.counters = counters;
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    input.readFully(position, buffer, offset, length);
    counters.addRead(length);
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}

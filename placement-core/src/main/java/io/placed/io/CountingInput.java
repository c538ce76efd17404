package io.placed.io;

import java.io.IOException;
import java.util.List;

/** Counts the reads of another input. */
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
  public void readAll(List<ReadTarget> targets) throws IOException {
    input.readAll(targets);
    long bytes = 0;
    for (ReadTarget t : targets) {
      bytes += t.length();
    }
    counters.addReads(targets.size(), bytes);
  }

  @Override
  public int stepBytes() {
    return input.stepBytes();
  }

  @Override
  public void access(Access how) throws IOException {
    input.access(how);
  }

  @Override
  public boolean waitsPay() {
    return input.waitsPay();
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}

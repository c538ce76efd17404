package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoCountersTest {

  @Test
  void countsReads(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[100]);
    IoCounters counters = new IoCounters();
    InputFile input = new LocalFileStore().input(file.toString());
    try (RandomInput in = new CountingInput(input.open(), counters)) {
      in.readFully(0, new byte[10], 0, 10);
      in.readFully(50, new byte[20], 0, 20);
    }
    counters.addNeeded(25);
    assertEquals(30, counters.bytesRead());
    assertEquals(2, counters.requests());
    assertEquals(5, counters.bytesOverRead());
    IoCounters before = counters.snapshot();
    counters.addRead(1);
    assertEquals(30, before.bytesRead());
    assertEquals(61, before.plus(counters).bytesRead());
    assertEquals(50, before.plus(counters).bytesNeeded());
    assertEquals(5, before.plus(counters).requests());
  }
}

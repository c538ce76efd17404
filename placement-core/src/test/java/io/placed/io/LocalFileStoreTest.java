package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileStoreTest extends FileStoreContract {
  @TempDir Path temporary;

  @Override
  protected FileStore store() {
    return new LocalFileStore();
  }

  @Override
  protected String root() {
    return temporary.toString();
  }

  @Test
  void takesUrisOfFiles() throws Exception {
    write(path("x"), random(1, 5));
    for (String prefix : List.of("file:", "file://", "file://localhost", "FILE:")) {
      assertArrayEquals(random(1, 5), store().readAll(prefix + path("x")));
      assertEquals(path("x"), store().qualify(prefix + path("x")));
    }
    assertThrows(IOException.class, () -> store().readAll("hdfs://host/x"));
    assertThrows(IOException.class, () -> FileStores.local().forPath("s3a://bucket/x"));
  }

  @Test
  void aDirectoryThatIsAFileIsNamed() throws Exception {
    write(path("file"), random(1, 5));
    assertThrows(IOException.class, () -> store().list(path("file"), true));
    assertThrows(IOException.class, () -> store().create(path("file/x"), CreateOptions.NEW));
  }

  /** Two processes put the same ids; each id is made by one of them. */
  @Test
  void oneOfTwoProcessesPuts() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (String label : List.of("a", "b")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Putter.class.getName(),
                  path("race"),
                  label)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    }
    for (Process p : processes) {
      assertEquals('r', p.getInputStream().read(), "process did not start");
    }
    List<String> won = new ArrayList<>();
    for (Process p : processes) {
      p.getOutputStream().write('g');
      p.getOutputStream().flush();
    }
    for (Process p : processes) {
      won.add(new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      assertEquals(0, p.waitFor());
    }
    StringBuilder found = new StringBuilder();
    for (int id = 0; id < Putter.IDS; id++) {
      String content = Files.readString(Path.of(path("race/" + id)));
      char winner = content.charAt(0);
      assertEquals((winner + "\n").repeat(1000), content);
      found.append(winner);
      assertNotEquals(won.get(0).charAt(id), won.get(1).charAt(id), "id " + id);
      assertEquals('1', won.get(winner - 'a').charAt(id));
    }
    assertEquals(Putter.IDS, store().list(path("race"), false).size(), found.toString());
  }

  /** The other process. */
  static final class Putter {
    static final int IDS = 500;

    private Putter() {}

    public static void main(String[] args) throws IOException {
      System.out.print('r');
      System.out.flush();
      if (System.in.read() != 'g') {
        throw new IOException("no go");
      }
      byte[] content = (args[1] + "\n").repeat(1000).getBytes(StandardCharsets.UTF_8);
      StringBuilder won = new StringBuilder();
      for (int id = 0; id < IDS; id++) {
        won.append(new LocalFileStore().putIfAbsent(args[0] + "/" + id, content) ? '1' : '0');
      }
      System.out.print(won);
    }
  }
}

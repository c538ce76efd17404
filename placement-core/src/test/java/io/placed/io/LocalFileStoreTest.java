package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileStoreTest extends FileStoreContract {
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

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
  void linksInCirclesArePassedOver() throws Exception {
    write(path("d/e/x"), random(1, 5));
    write(path("other/y"), random(1, 5));
    Path d = Path.of(path("d"));
    Files.createSymbolicLink(d.resolve("self"), Path.of("self"));
    Files.createSymbolicLink(d.resolve("here"), Path.of("."));
    Files.createSymbolicLink(d.resolve("e/up"), d);
    Files.createSymbolicLink(d.resolve("e/gone"), Path.of("nothing"));
    Files.createSymbolicLink(d.resolve("e/sideways"), Path.of(path("other")));
    assertEquals(List.of("e/sideways/y", "e/x"), found(d));
    assertEquals(2, store().list(path("d"), false).size());

    // Over two links, and two of them in a directory.
    write(path("t/a/f"), random(1, 5));
    write(path("t/b/g"), random(1, 5));
    Path t = Path.of(path("t"));
    for (String name : List.of("x", "y")) {
      Files.createSymbolicLink(t.resolve("a/" + name), Path.of("../b"));
      Files.createSymbolicLink(t.resolve("b/" + name), Path.of("../a"));
    }
    assertEquals(List.of("a/f", "a/x/g", "a/y/g", "b/g", "b/x/f", "b/y/f"), found(t));
    Files.createSymbolicLink(t.resolve("1"), Path.of("2"));
    Files.createSymbolicLink(t.resolve("2"), Path.of("1"));
    Files.createSymbolicLink(t.resolve("3"), Path.of("3/below"));
    assertEquals(6, found(t).size());

    // What is behind a link is not passed over if it cannot be read.
    Path closed = Path.of(path("other"));
    Files.setPosixFilePermissions(closed, Set.of());
    try {
      if (!Files.isReadable(closed)) { // The superuser may read it.
        assertThrows(IOException.class, () -> store().list(path("d"), true));
      }
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private List<String> found(Path directory) throws IOException {
    return store().list(directory.toString(), true).stream()
        .map(f -> directory.relativize(Path.of(f.path())).toString())
        .sorted()
        .toList();
  }

  @Test
  void aDirectoryThatIsAFileIsNamed() throws Exception {
    write(path("file"), random(1, 5));
    assertThrows(IOException.class, () -> store().list(path("file"), true));
    assertThrows(IOException.class, () -> store().create(path("file/x"), CreateOptions.NEW));
  }

  /** Two processes put the same ids; each id is created by one of them. */
  @Test
  void oneOfTwoProcessesPuts() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (String label : List.of("a", "b")) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
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

  /** A vacuum whose clock is ahead removes the temporary file of a put that runs. */
  @Test
  void aPutWhoseTemporaryFileIsRemovedIsRepeated() throws Exception {
    int removed = 0;
    int rounds = 0;
    long begun = System.nanoTime();
    // On a busy machine a put may have ended before the other thread runs at all.
    while (rounds < 30 || removed == 0 && System.nanoTime() - begun < LIMIT_NANOS) {
      int round = rounds++;
      AtomicBoolean done = new AtomicBoolean();
      FutureTask<Boolean> remover = new FutureTask<>(() -> removeOneTemporary(done));
      new Thread(remover).start();
      byte[] content = ("round " + round + "\n").getBytes(StandardCharsets.UTF_8);
      assertTrue(store().putIfAbsent(path("puts/" + round), content));
      done.set(true);
      removed += remover.get() ? 1 : 0;
      assertArrayEquals(content, store().readAll(path("puts/" + round)));
      assertFalse(store().putIfAbsent(path("puts/" + round), content));
    }
    assertTrue(removed > 0);
    assertEquals(rounds, store().list(path("puts"), false).size());
  }

  private boolean removeOneTemporary(AtomicBoolean done) throws IOException {
    while (!done.get()) {
      if (!store().exists(path("puts"))) {
        continue;
      }
      for (FileInfo file : store().list(path("puts"), false)) {
        if (file.path().endsWith(".tmp") && store().delete(file.path(), false)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * A process without free file descriptors cannot create a file, but it could delete that of
   * another process: the snapshot that was created first.
   */
  @Test
  void aPutThatCannotCreateDeletesNothing() throws Exception {
    Files.writeString(Path.of(path("1.json")), "of another\n");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            OutOfDescriptors.class.getName(),
            path(""));
    Process process =
        new ProcessBuilder(
                concat(List.of("sh", "-c", "ulimit -n 256 && exec \"$0\" \"$@\""), command))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals("of another\n", Files.readString(Path.of(path("1.json"))), said);
  }

  /** A file system in an archive has no links; a file of it is moved. */
  @Test
  void filesAreMovedWhereThereAreNoLinks() throws Exception {
    try (FileSystem archive =
        FileSystems.newFileSystem(Path.of(path("archive.zip")), Map.of("create", "true"))) {
      Path from = Files.writeString(archive.getPath("/from"), "mine");
      Path to = archive.getPath("/to");
      LocalFileStore.moveToNew(from, to);
      assertEquals("mine", Files.readString(to));
      assertFalse(Files.exists(from));
      Files.writeString(from, "another");
      assertThrows(FileAlreadyExistsException.class, () -> LocalFileStore.moveToNew(from, to));
      assertEquals("mine", Files.readString(to));
    }
  }

  /** The operating system says it of the write, not of the file. */
  @Test
  void aFullDeviceIsToldWithTheFile() throws IOException {
    String full = "/dev/full";
    assumeTrue(Files.exists(Path.of(full)));
    CreateOptions inPlace = CreateOptions.NEW.withAtomic(false).withOverwrite(true);
    PositionOutput out = store().create(full, inPlace);
    IOException e = assertThrows(IOException.class, () -> out.write(new byte[1 << 20]));
    assertEquals("/dev/full: No space left on device", e.getMessage());
    assertThrows(IOException.class, out::close);
  }

  /** What fails for another reason is not done in a way that readers see half of. */
  @Test
  void aLinkThatFailsIsNoMissingFeature() throws Exception {
    Path target = Path.of(path("target"));
    for (String none :
        List.of("Operation not permitted", "Operation not supported", "Function not implemented")) {
      assertTrue(isWithoutLinks(none, target), none);
    }
    // In whatever language.
    FileSystemException directory =
        assertThrows(FileSystemException.class, () -> Files.createLink(target, Path.of(path(""))));
    assertTrue(LocalFileStore.isWithoutLinks(directory, target), directory.toString());
    for (String other :
        Arrays.asList(
            "Input/output error",
            "No space left on device",
            "Disk quota exceeded",
            "Too many links",
            "Read-only file system",
            "Stale file handle",
            null)) {
      assertFalse(isWithoutLinks(other, target), other);
    }
    assertEquals(List.of(), store().list(path(""), false));
  }

  private static boolean isWithoutLinks(String reason, Path target) {
    return LocalFileStore.isWithoutLinks(
        new FileSystemException(target.toString(), null, reason), target);
  }

  /** A link to another device fails; a copy would show a part of the file before the rest. */
  @Test
  void aFailedLinkIsReported() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(
        Files.isWritable(memory)
            && !Files.getFileStore(memory).equals(Files.getFileStore(temporary)),
        "no other device");
    Path from = Files.writeString(Path.of(path("from")), "mine");
    Path to = LocalFileStore.temporarySibling(memory.resolve("placed-test"));
    try {
      assertThrows(FileSystemException.class, () -> LocalFileStore.moveToNew(from, to));
      assertFalse(Files.exists(to));
      assertEquals("mine", Files.readString(from));
    } finally {
      Files.deleteIfExists(to);
    }
  }

  private static List<String> concat(List<String> a, List<String> b) {
    List<String> all = new ArrayList<>(a);
    all.addAll(b);
    return all;
  }

  /** A separate process, which opens files up to the limit. */
  static final class OutOfDescriptors {
    private OutOfDescriptors() {}

    public static void main(String[] args) throws IOException {
      byte[] content = "mine\n".getBytes(StandardCharsets.UTF_8);
      Path directory = Path.of(args[0]);
      // Classes are loaded while files can still be opened.
      LocalFileStore.putWithoutLinks(directory.resolve("0.json"), content);
      LocalFileStore.putWithoutLinks(directory.resolve("0.json"), content);
      List<FileChannel> open = new ArrayList<>();
      FileSystemException none = null;
      while (none == null) {
        try {
          open.add(FileChannel.open(directory.resolve("0.json")));
        } catch (FileSystemException e) {
          none = e;
        }
      }
      boolean created = false;
      try {
        created = LocalFileStore.putWithoutLinks(directory.resolve("1.json"), content);
      } catch (FileSystemException e) {
        none = e;
      }
      System.out.println(open.size() + " files are open: " + none);
      System.exit(created ? 1 : 0);
    }
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

package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStoreContract;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Object stores, and other stores whose rename does not replace. */
class ObjectStoreTest {
  private static final String RENAMING = "placed.atomic-rename-schemes";
  private static final String SINGLE_WRITER = "placed.single-writer-schemes";

  abstract static class Contract extends FileStoreContract {
    private final String root;

    Contract(String scheme) {
      root = scheme + "://bucket/" + UUID.randomUUID();
    }

    @Override
    protected FileStore store() throws IOException {
      String scheme = PathNames.scheme(root);
      return new HadoopFileStores(ObjectFileSystem.configuration(scheme)).forPath(root);
    }

    @Override
    protected String root() {
      return root;
    }

    @AfterEach
    void mend() {
      ObjectFileSystem.sound();
    }

    /** The first rename to a visible, or to a hidden, name fails. */
    private static Predicate<org.apache.hadoop.fs.Path> once(boolean hidden) {
      AtomicBoolean failed = new AtomicBoolean();
      return p -> p.getName().startsWith(".") == hidden && failed.compareAndSet(false, true);
    }

    /** If no further rename works, the message names the place of the previous file. */
    @Test
    void aFileThatCannotBeBroughtBackIsNamed() throws Exception {
      String path = path("lost/file");
      byte[] former = random(4, 1000);
      write(path, former);
      ObjectFileSystem.renameFails = p -> !p.getName().startsWith(".");
      PositionOutput out = store().create(path, new CreateOptions(true, 0, true));
      out.write(random(5, 2000));
      try {
        out.close();
      } catch (IOException e) {
        out.abort();
        List<FileInfo> left = store().list(PathNames.parent(path), true);
        assertEquals(1, left.size(), left.toString());
        assertTrue(e.getMessage().contains(left.get(0).path()), e.getMessage());
        assertArrayEquals(former, store().readAll(left.get(0).path()));
        return;
      }
      assertEquals(2000, store().readAll(path).length, "no rename was needed");
    }

    private interface Fault {
      void begin();
    }

    /** Whatever fails, the name has the previous file or the complete new one. */
    @Test
    void aFailedOverwriteKeepsTheFormerFile() throws Exception {
      List<Fault> faults =
          List.of(
              () -> ObjectFileSystem.failsAfter = 70_000,
              () -> ObjectFileSystem.closeFails = f -> true,
              () -> ObjectFileSystem.renameFails = once(false),
              () -> {
                ObjectFileSystem.renameFails = once(false);
                ObjectFileSystem.renameThrows = true;
              },
              () -> ObjectFileSystem.renameFails = once(true),
              () -> {
                ObjectFileSystem.closeFails = f -> true;
                ObjectFileSystem.failedClosePublishes = true;
              });
      byte[] former = random(1, 1000);
      byte[] replacing = random(2, 100_000);
      for (int f = 0; f < faults.size(); f++) {
        String path = path("fault" + f + "/file");
        write(path, former);
        faults.get(f).begin();
        PositionOutput out = store().create(path, new CreateOptions(true, 0, true));
        boolean failed = false;
        try {
          out.write(replacing, 0, 50_000);
          out.write(replacing, 50_000, 50_000);
          out.close();
        } catch (IOException e) {
          failed = true;
          out.abort();
        }
        restored(f, path, former, replacing, failed);
        ObjectFileSystem.sound();
      }
    }

    private void restored(int f, String path, byte[] former, byte[] replacing, boolean failed)
        throws IOException {
      String what = "fault " + f;
      byte[] found = store().readAll(path);
      assertTrue(failed || found.length == replacing.length, what);
      assertArrayEquals(found.length == former.length ? former : replacing, found, what);
      for (FileInfo file : store().list(PathNames.parent(path), true)) {
        boolean itself = file.path().equals(path);
        assertTrue(itself || PathNames.isHiddenFile(PathNames.name(file.path())), file.path());
      }
    }

    /** A table of several files is the previous one or the complete new one. */
    @Test
    void aFailedOverwriteKeepsAllFilesOfOne() throws Exception {
      Schema schema = Schema.parse("a: int64, b: string, c: double");
      WriteOptions options =
          WriteOptions.defaults().withPlacement(Placement.parse("packing=file-per-subset"));
      Predicate<org.apache.hadoop.fs.Path> main = p -> p.getName().contains("table");
      for (boolean published : new boolean[] {false, true}) {
        String path = path("beside" + published + "/table.placed");
        String before = written(path, schema, options, 1);
        ObjectFileSystem.closeFails = main.and(p -> !p.getName().startsWith("_"));
        ObjectFileSystem.failedClosePublishes = published;
        assertThrows(IOException.class, () -> written(path, schema, options, 2));
        ObjectFileSystem.sound();
        String after = contents(path);
        assertTrue(after.equals(before) || after.equals(text(2)), after);
        assertEquals(List.of(), FileVerifier.verify(store().input(path), new IoCounters()));
        assertEquals(text(3), written(path, schema, options, 3));
      }
    }

    private static String text(int first) {
      return first + " text " + first + " " + first * 0.5;
    }

    private String written(String path, Schema schema, WriteOptions options, int first)
        throws IOException {
      try (FileWriter out = FileWriter.replace(store(), path, schema, options)) {
        Batch rows = Batch.of(schema);
        rows.appendRow((long) first, "text " + first, first * 0.5);
        out.write(rows);
        out.finish();
      }
      return contents(path);
    }

    private String contents(String path) throws IOException {
      try (FileReader f = FileReader.open(store().input(path), new IoCounters());
          BatchReader scan = f.read(ReadRequest.all())) {
        assertTrue(scan.next());
        Object[] row = scan.batch().row(0);
        return row[0] + " " + row[1] + " " + row[2];
      }
    }

    /**
     * An aborted file never has its final name, not even briefly, since a crash could preserve
     * that.
     */
    @Test
    void aFailedNewFileLeavesNothing() throws Exception {
      String path = path("new/file");
      ObjectFileSystem.failsAfter = 10;
      PositionOutput out = store().create(path, CreateOptions.NEW.withAtomic(true));
      assertThrows(
          IOException.class,
          () -> {
            out.write(random(3, 100));
            out.close();
          });
      out.abort();
      assertFalse(store().exists(path));
    }

    @Test
    void aPutThatFailsPublishesNothing() throws Exception {
      String path = path("log/00000000000000000001.json");
      byte[] content = "{\"whole\":true}\n".repeat(10).getBytes(StandardCharsets.UTF_8);
      ObjectFileSystem.failsAfter = 20;
      assertThrows(IOException.class, () -> store().putIfAbsent(path, content));
      assertFalse(store().exists(path));
      ObjectFileSystem.sound();
      assertTrue(store().putIfAbsent(path, content));
      assertArrayEquals(content, store().readAll(path));
    }
  }

  @Nested
  class S3 extends Contract {
    S3() {
      super("s3a");
    }
  }

  @Nested
  class Google extends Contract {
    Google() {
      super("gs");
    }
  }

  @Nested
  class Azure extends Contract {
    Azure() {
      super("abfs");
    }
  }

  /** A scheme with unknown rename semantics. */
  @Test
  void unknownStoresTakeNoCommit() throws Exception {
    String path = "oss://bucket/" + UUID.randomUUID() + "/_placed/00000000000000000001.json";
    byte[] content = "{}\n".getBytes(StandardCharsets.UTF_8);
    var configuration = ObjectFileSystem.configuration("oss");
    IOException refused =
        assertThrows(
            IOException.class,
            () -> new HadoopFileStores(configuration).forPath(path).putIfAbsent(path, content));
    for (String said : List.of(path, "scheme oss", "hdfs", RENAMING + "=oss")) {
      assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }
    assertFalse(new HadoopFileStores(configuration).forPath(path).exists(path));

    configuration.set(RENAMING, "cosn, OSS");
    configuration.set("fs.AbstractFileSystem.oss.impl", DelegatingFileSystem.class.getName());
    FileStore allowed = new HadoopFileStores(configuration).forPath(path);
    assertTrue(allowed.putIfAbsent(path, content));
    assertFalse(allowed.putIfAbsent(path, content));
    assertArrayEquals(content, allowed.readAll(path));
  }

  /** Without conditional creation two processes could both succeed. */
  @Test
  void anS3WithoutConditionsNeedsOneWriter() throws Exception {
    String path = "s3://bucket/" + UUID.randomUUID() + "/_placed/00000000000000000001.json";
    byte[] content = "{}\n".getBytes(StandardCharsets.UTF_8);
    var configuration = ObjectFileSystem.configuration("s3");
    IOException refused =
        assertThrows(
            IOException.class,
            () -> new HadoopFileStores(configuration).forPath(path).putIfAbsent(path, content));
    for (String said : List.of(path, "for s3 ", "Hadoop 3.4.2", SINGLE_WRITER + "=s3")) {
      assertTrue(refused.getMessage().contains(said), refused.getMessage());
    }
    assertFalse(new HadoopFileStores(configuration).forPath(path).exists(path));

    configuration.set(SINGLE_WRITER, "s3n, S3");
    FileStore allowed = new HadoopFileStores(configuration).forPath(path);
    assertTrue(allowed.putIfAbsent(path, content));
    assertFalse(allowed.putIfAbsent(path, content));
    assertArrayEquals(content, allowed.readAll(path));
  }

  /** The mounted file system decides, not the view. */
  @Test
  void viewsAreAsWhatIsMounted() throws Exception {
    var configuration = ObjectFileSystem.configuration("s3a", "oss");
    configuration.set("fs.viewfs.impl", "org.apache.hadoop.fs.viewfs.ViewFileSystem");
    configuration.set("fs.AbstractFileSystem.viewfs.impl", "org.apache.hadoop.fs.viewfs.ViewFs");
    String bucket = UUID.randomUUID().toString();
    for (String scheme : List.of("s3a", "oss")) {
      configuration.set(
          "fs.viewfs.mounttable.c.link./" + scheme, scheme + "://" + bucket + "/" + scheme);
      new org.apache.hadoop.fs.Path(scheme + "://" + bucket + "/" + scheme)
          .getFileSystem(configuration)
          .mkdirs(new org.apache.hadoop.fs.Path("/" + scheme));
    }
    byte[] content = "{}\n".getBytes(StandardCharsets.UTF_8);
    String path = "viewfs://c/s3a/t/_placed/00000000000000000001.json";
    FileStore store = new HadoopFileStores(configuration).forPath(path);
    assertTrue(store.putIfAbsent(path, content));
    assertFalse(store.putIfAbsent(path, content));
    assertArrayEquals(content, store.readAll(path));
    String refused = "viewfs://c/oss/t/_placed/00000000000000000001.json";
    IOException e = assertThrows(IOException.class, () -> store.putIfAbsent(refused, content));
    assertTrue(e.getMessage().contains("scheme oss"), e.getMessage());
    assertEquals(0, store.list("viewfs://c/oss", true).size());
  }
}

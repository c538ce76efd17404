package io.placed.hive.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests are made for splits, to a store without blocks. */
class SplitPlannerTest {
  private static final List<String> ASKED = Collections.synchronizedList(new ArrayList<>());

  /** Opened files that are waited for. */
  private static CountDownLatch together = new CountDownLatch(0);

  @TempDir Path directory;
  private JobConf job;

  /** A store of its own scheme over local files. */
  public static final class Watched extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("watched:///");
    }

    @Override
    public String getScheme() {
      return "watched";
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (path.getName().endsWith(".placed")) {
        ASKED.add(path.getName());
      }
      return super.getFileStatus(path);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
      if (path.getName().endsWith(".placed")) {
        together.countDown();
        try {
          if (!together.await(1, TimeUnit.MINUTES)) {
            throw new IOException(path + ": no other file is opened meanwhile");
          }
        } catch (InterruptedException e) {
          throw new InterruptedIOException();
        }
      }
      return super.open(path, buffer);
    }
  }

  @BeforeEach
  void twoFiles() throws IOException {
    for (long id = 1; id <= 2; id++) {
      Schema schema = Schema.parse("id: int64");
      try (TableWriter out = Placed.write(directory.resolve("t").toString(), schema).open()) {
        out.write(id);
        out.commit();
      }
    }
    job = new JobConf(false);
    job.set("fs.watched.impl", Watched.class.getName());
    job.set("columns", "id");
    job.set("columns.types", "bigint");
    ASKED.clear();
  }

  private List<PlacedSplit> plan() throws IOException {
    String table = "watched:" + directory.resolve("t");
    return List.of(new SplitPlanner(job).plan(new org.apache.hadoop.fs.Path(table)));
  }

  @Test
  void aStoreWithoutBlocksIsNotAskedForThem() throws IOException {
    assertEquals(2, plan().size());
    assertEquals(List.of(), ASKED);
  }

  @Test
  void footersAreReadAtTheSameTime() throws IOException {
    SearchArgument first =
        SearchArgumentFactory.newBuilder().equals("id", PredicateLeaf.Type.LONG, 1L).build();
    job.set(ConvertAstToSearchArg.SARG_PUSHDOWN, ConvertAstToSearchArg.sargToKryo(first));
    together = new CountDownLatch(2);
    List<PlacedSplit> splits = plan();
    assertEquals(1, splits.size());
    assertTrue(splits.get(0).getPath().toString().startsWith("watched:"), splits::toString);
  }
}

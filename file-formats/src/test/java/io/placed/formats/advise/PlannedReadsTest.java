package io.placed.formats.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.AdvisedTable;
import io.placed.advise.cost.ReadCost;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.vector.Batch;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is planned for files against what the readers of the formats fetch. */
class PlannedReadsTest {
  private static final int ROWS = 300_000;
  private static final List<String> COLUMNS = List.of("a", "v", "s");
  private static final long FROM = 300_000;
  private static final long TO = 320_000;

  private static final Predicate RANGE =
      Predicate.and(
          List.of(
              Predicate.compare(List.of("a"), Predicate.Op.GE, FROM),
              Predicate.compare(List.of("a"), Predicate.Op.LT, TO)));

  @TempDir Path directory;

  private Path write(String format) throws IOException {
    Path file = directory.resolve("t." + format);
    Batch rows = FilesAdviceTest.rows(ROWS, 5);
    Placement placement =
        Placement.parse(
            "reorder=sort(a); row-group=4MiB; column-groups=none;"
                + " packing=many-row-groups(block=64MiB)");
    FilesAdviceTest.write(FilesAdviceTest.format(format), file.toString(), rows, placement);
    return file;
  }

  private static ReadCost planned(Path file, Predicate filter) throws IOException {
    try (AdvisedTable table = FilesAdviceTest.open(file)) {
      return table.read(COLUMNS, filter, Device.HDD);
    }
  }

  @Test
  void parquetJavaFetchesThePlannedBytes() throws IOException {
    Path file = write("parquet");
    for (boolean all : new boolean[] {true, false}) {
      long[] counter = new long[1];
      var a = FilterApi.longColumn("a");
      ParquetReadOptions.Builder options = ParquetReadOptions.builder();
      if (!all) {
        options.withRecordFilter(
            FilterCompat.get(FilterApi.and(FilterApi.gtEq(a, FROM), FilterApi.lt(a, TO))));
      }
      options.useDictionaryFilter(false).useBloomFilter(false).withUseHadoopVectoredIo(false);
      long rows = 0;
      try (ParquetFileReader in = ParquetFileReader.open(input(file, counter), options.build())) {
        MessageType schema = in.getFileMetaData().getSchema();
        in.setRequestedSchema(new MessageType("t", COLUMNS.stream().map(schema::getType).toList()));
        long before = counter[0];
        if (!all) {
          in.getFilteredRecordCount(); // reads the indexes, which are not pages
        }
        long indexes = counter[0];
        PageReadStore group;
        while ((group = all ? in.readNextRowGroup() : in.readNextFilteredRowGroup()) != null) {
          rows += group.getRowCount();
        }
        assertTrue(indexes >= before);
        ReadCost planned = planned(file, all ? null : RANGE);
        assertEquals(rows, planned.rows());
        // Offset indexes of columns without conditions are read with the pages: some 500 bytes.
        assertEquals(counter[0] - indexes, planned.bytes(), 0.01 * planned.bytes() + 5000);
      }
    }
  }

  private static InputFile input(Path file, long[] counter) {
    return new InputFile() {
      @Override
      public long getLength() {
        return file.toFile().length();
      }

      @Override
      public SeekableInputStream newStream() throws IOException {
        FileInputStream in = new FileInputStream(file.toFile());
        InputStream counted =
            new InputStream() {
              @Override
              public int read() throws IOException {
                counter[0]++;
                return in.read();
              }

              @Override
              public int read(byte[] buffer, int offset, int count) throws IOException {
                int n = in.read(buffer, offset, count);
                counter[0] += Math.max(0, n);
                return n;
              }

              @Override
              public void close() throws IOException {
                in.close();
              }
            };
        return new DelegatingSeekableInputStream(counted) {
          @Override
          public long getPos() throws IOException {
            return in.getChannel().position();
          }

          @Override
          public void seek(long to) throws IOException {
            in.getChannel().position(to);
          }
        };
      }
    };
  }

  @Test
  void orcFetchesThePlannedBytes() throws IOException {
    Path file = write("orc");
    for (boolean all : new boolean[] {true, false}) {
      long[] counter = new long[1];
      Counting fs = new Counting(counter);
      Configuration conf = new Configuration(false);
      fs.initialize(java.net.URI.create("file:///"), conf);
      try (Reader reader =
          OrcFile.createReader(
              new org.apache.hadoop.fs.Path(file.toUri()),
              OrcFile.readerOptions(conf).filesystem(fs))) {
        Reader.Options options = reader.options();
        boolean[] include = new boolean[reader.getSchema().getMaximumId() + 1];
        include[0] = true;
        for (String c : COLUMNS) {
          include[reader.getSchema().findSubtype(c).getId()] = true;
        }
        options.include(include);
        if (!all) {
          SearchArgument range =
              SearchArgumentFactory.newBuilder()
                  .startAnd()
                  .startNot()
                  .lessThan("a", PredicateLeaf.Type.LONG, FROM)
                  .end()
                  .lessThan("a", PredicateLeaf.Type.LONG, TO)
                  .end()
                  .build();
          options.searchArgument(range, new String[] {"a"});
        }
        counter[0] = 0;
        long rows = 0;
        try (RecordReader in = reader.rows(options)) {
          VectorizedRowBatch batch = reader.getSchema().createRowBatch();
          while (in.nextBatch(batch)) {
            rows += batch.size;
          }
        }
        ReadCost planned = planned(file, all ? null : RANGE);
        assertEquals(rows, planned.rows());
        // Footers and row indexes of stripes are not counted as pages.
        assertEquals(counter[0], planned.bytes(), 0.01 * planned.bytes() + 30_000);
      }
    }
  }

  /** A local file system that counts the bytes that are read. */
  private static final class Counting extends FilterFileSystem {
    private final long[] counter;

    Counting(long[] counter) {
      super(new RawLocalFileSystem());
      this.counter = counter;
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
      FSDataInputStream in = super.open(path, 1);
      return new FSDataInputStream(
          new FSInputStream() {
            @Override
            public void seek(long to) throws IOException {
              in.seek(to);
            }

            @Override
            public long getPos() throws IOException {
              return in.getPos();
            }

            @Override
            public boolean seekToNewSource(long to) {
              return false;
            }

            @Override
            public int read() throws IOException {
              counter[0]++;
              return in.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              int n = in.read(bytes, offset, length);
              counter[0] += Math.max(0, n);
              return n;
            }

            @Override
            public void close() throws IOException {
              in.close();
            }
          });
    }
  }
}

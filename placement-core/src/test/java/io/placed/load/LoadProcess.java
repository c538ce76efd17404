package io.placed.load;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.ForwardingFileStore;
import io.placed.io.LocalFileStore;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A process that uses the table. It does one thing for each line of its input and answers with a
 * line: {@code ok NANOS …} or {@code failed NANOS EXCEPTION}. It ends with its input.
 */
final class LoadProcess {
  /** Files of fewer bytes are merged. */
  private static final long FILE_BYTES = 4 << 20;

  private final String path;
  private final int writers;
  private final int number;
  private long lostPuts;
  private long next;

  private LoadProcess(String path, int writers, int number) {
    this.path = path;
    this.writers = writers;
    this.number = number;
  }

  /** Arguments: path, number of writers, own number. */
  public static void main(String[] args) throws IOException {
    LoadProcess process =
        new LoadProcess(args[0], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    process.warmUp();
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      long start = System.nanoTime();
      String answer;
      try {
        String said = process.answer(line.split(" "));
        answer = String.format(Locale.ROOT, "ok %d %s", System.nanoTime() - start, said);
      } catch (LinkageError e) {
        // A class that could not be loaded without file handles stays unusable for ever.
        e.printStackTrace();
        return;
      } catch (IOException | RuntimeException | Error e) {
        if (!(e instanceof IOException)) {
          e.printStackTrace();
        }
        String name = e.getClass().getName();
        String text = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        answer =
            String.format(Locale.ROOT, "failed %d %s %s", System.nanoTime() - start, name, text);
      }
      System.out.println(answer);
    }
  }

  /** The faults are for commits and reads, not for the loading of classes. */
  private void warmUp() throws IOException {
    Path directory = Files.createTempDirectory("placed-load");
    String warm = directory.resolve("table").toString();
    LoadProcess process = new LoadProcess(warm, writers, number);
    process.append();
    process.append();
    process.count();
    process.optimize();
    process.vacuum(Duration.ZERO);
    new LocalFileStore().delete(directory.toString(), true);
    if (DataSet.at(stores(), path).hasSnapshots()) {
      count();
    }
  }

  private String answer(String[] words) throws IOException {
    return switch (words[0]) {
      case "count" -> String.valueOf(count());
      case "append" -> append();
      case "read" -> read();
      case "optimize" -> optimize();
      case "vacuum" -> vacuum(Duration.ofMillis(Long.parseLong(words[1])));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  /** What a writer does that does not know how its last commit ended: it asks the table. */
  private long count() throws IOException {
    next = LoadRows.commits(path, writers, number)[number];
    return next;
  }

  private String append() throws IOException {
    long commit = next;
    long lost = lostPuts;
    Commit begun = DataSet.at(this::counting, path).begin(LoadRows.SCHEMA, List.of("part"), null);
    try {
      List<DataFile> files = new ArrayList<>();
      for (int part = 0; part < LoadRows.PARTS; part++) {
        files.add(write(begun, commit, part));
      }
      begun.append(files);
    } catch (IOException | RuntimeException | Error e) {
      try {
        begun.abort();
      } catch (IOException | RuntimeException aborting) {
        e.addSuppressed(aborting);
      }
      throw e;
    }
    next = commit + 1;
    return next + " " + (lostPuts - lost);
  }

  private DataFile write(Commit commit, long number, int part) throws IOException {
    Map<String, String> partition = Map.of("part", String.valueOf(part));
    String file = commit.dataFilePath(partition, "t" + part);
    WriteOptions options = WriteOptions.defaults();
    try (FileWriter out =
        FileWriter.create(stores().forPath(file), file, LoadRows.STORED, options)) {
      out.write(LoadRows.of(this.number, number, part));
      return DataFile.of(out.finish(), commit.relative(file), partition);
    }
  }

  private String read() throws IOException {
    StringBuilder out = new StringBuilder();
    Arrays.stream(LoadRows.commits(path, writers, -1)).forEach(n -> out.append(n).append(' '));
    return out.toString().strip();
  }

  /** Answers with the number of files that were merged, and of puts that others overtook. */
  private String optimize() throws IOException {
    OptimizeOptions options = OptimizeOptions.defaults().withFileBytes(FILE_BYTES);
    long lost = lostPuts;
    Rewrite rewrite = Optimize.prepare(this::counting, path, options);
    int merged = rewrite.tasks().isEmpty() ? 0 : rewrite.run(part -> {}).filesBefore();
    return merged + " " + (lostPuts - lost);
  }

  private String vacuum(Duration age) throws IOException {
    VacuumOptions options = new VacuumOptions(age, 1, false);
    DataSet table = DataSet.at(stores(), path);
    return ""
        + new Vacuum(table.directory(), options, System.currentTimeMillis())
            .run()
            .filesRemoved()
            .size();
  }

  private static FileStores stores() {
    return new HadoopFileStores(new Configuration());
  }

  private FileStore counting(String of) throws IOException {
    return new ForwardingFileStore(stores().forPath(of)) {
      @Override
      public boolean putIfAbsent(String file, byte[] content) throws IOException {
        boolean put = super.putIfAbsent(file, content);
        lostPuts += put ? 0 : 1;
        return put;
      }
    };
  }
}

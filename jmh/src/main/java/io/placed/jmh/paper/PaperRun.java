package io.placed.jmh.paper;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Measures settings one after the other. Each result is a line of a file as soon as it is there; a
 * run that was stopped goes on behind the last of them.
 */
public final class PaperRun {
  /** The tables are so many times smaller than those of the paper. */
  public static final long DIVISOR = 4;

  private static final long SMOKE_DIVISOR = 256;

  private final Path data;
  private final Path lines;
  private final int repetitions;
  private final List<PaperTable> tables;
  private final Sweep sweep;
  private final Map<String, Result> results = new LinkedHashMap<>();
  private final Set<String> refused = new LinkedHashSet<>();
  private Map<String, String> knobs = Map.of();

  /**
   * @param data where tables are kept while they are measured
   * @param out where results go
   * @param repetitions of every setting with readahead, of which the median counts
   */
  public PaperRun(Path data, Path out, int repetitions, boolean smoke) throws IOException {
    Files.createDirectories(data);
    Files.createDirectories(out);
    this.data = data;
    this.repetitions = repetitions;
    this.tables = PaperTable.all(smoke ? SMOKE_DIVISOR : DIVISOR);
    this.sweep = smoke ? Sweep.SMOKE : Sweep.FULL;
    this.lines = out.resolve(smoke ? "PaperFindings-smoke.jsonl" : "PaperFindings.jsonl");
    if (smoke) {
      Files.deleteIfExists(lines);
    }
    load();
  }

  private void load() throws IOException {
    if (!Files.exists(lines)) {
      return;
    }
    String text = Files.readString(lines);
    // A line that a stopped run did not finish is measured again.
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    if (whole.length() < text.length()) {
      Files.writeString(lines, whole);
    }
    for (String line : whole.lines().toList()) {
      Result r = new Gson().fromJson(line, Result.class);
      results.put(r.setting().key(), r);
    }
  }

  /**
   * Measures what is left.
   *
   * @param deadline as of {@link System#nanoTime}; what is not begun then is left for another run
   * @param progress told what is done and the part of it
   * @return whether all is measured
   */
  public boolean run(long deadline, BiConsumer<String, Double> progress) throws IOException {
    List<Setting> all = sweep.settings();
    StoredTable stored = null;
    Setting.Layout layout = null;
    try (Device device = new Device(data)) {
      knobs = device.knobs();
      for (int i = 0; i < all.size(); i++) {
        Setting s = all.get(i);
        if (results.containsKey(s.key()) || refused.contains(s.layout().placement())) {
          continue;
        }
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        progress.accept(s.key(), (double) i / all.size());
        if (!s.layout().equals(layout)) {
          if (stored != null) {
            stored.delete();
          }
          stored = null;
          layout = s.layout();
          try {
            stored = StoredTable.write(data, table(layout.table()), layout);
          } catch (IllegalArgumentException e) {
            refused.add(layout.placement());
            knobs.put(layout.placement(), "refused: " + e.getMessage());
            continue;
          }
        }
        add(measure(device, stored, s));
      }
    } finally {
      if (stored != null) {
        stored.delete();
      }
    }
    return true;
  }

  private PaperTable table(String name) {
    return tables.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  private Result measure(Device device, StoredTable stored, Setting s) throws IOException {
    boolean cold = device.measures() && device.allows(s.readaheadKiB());
    List<Long> bytes = new ArrayList<>();
    StoredTable.Reading reading = stored.read(s);
    // Without readahead the bytes are the pages that are touched, and reading them takes seconds.
    int times = !cold ? 0 : s.readaheadKiB() == 0 ? 1 : repetitions;
    for (int r = 0; r < times; r++) {
      device.drop(stored.files());
      device.readahead(s.readaheadKiB());
      long before = device.readBytes();
      StoredTable.Reading again = stored.read(s);
      bytes.add(device.readBytes() - before);
      if (!again.equals(reading)) {
        throw new IllegalStateException(s.key() + ": read " + reading + ", then " + again);
      }
    }
    return new Result(
        s,
        stored.length(),
        stored.rowGroups(),
        reading.needed(),
        reading.read(),
        reading.requests(),
        reading.seeks(),
        bytes);
  }

  private void add(Result r) throws IOException {
    results.put(r.setting().key(), r);
    byte[] line = (new Gson().toJson(r) + "\n").getBytes(StandardCharsets.UTF_8);
    Files.write(lines, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  List<Result> results() {
    return List.copyOf(results.values());
  }

  /** Result of a setting, null if it was not measured. */
  Result result(Setting s) {
    return results.get(s.key());
  }

  Sweep sweep() {
    return sweep;
  }

  List<PaperTable> tables() {
    return tables;
  }

  int repetitions() {
    return repetitions;
  }

  /** What the operating system let us see and set. */
  Map<String, String> knobs() {
    return knobs;
  }
}

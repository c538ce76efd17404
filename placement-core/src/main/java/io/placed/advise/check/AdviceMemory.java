package io.placed.advise.check;

import com.google.gson.Gson;
import io.placed.advise.cost.Calibration;
import io.placed.error.MalformedDataException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.DataSet;
import io.placed.table.file.CheckedLine;
import io.placed.table.file.ManagedName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The earlier advice of a table, in {@code _placed/advice/}: {@code ID.json} has an advice, {@code
 * ID.check.json} the errors that a check has found. {@code docs/data-sets.md} has the form. Only
 * tables with snapshots have it: elsewhere the directory would start a log.
 */
public final class AdviceMemory {
  private static final String DIRECTORY = "advice";
  private static final String SUFFIX = ".json";
  private static final String CHECK = ".check.json";

  /** Advice that is kept; what is older is removed, with its check. */
  static final int MOST = 32;

  /** Older temporary files are those of processes that were killed. */
  private static final long TEMPORARY_MILLIS = 24 * 3_600_000L;

  private final DataSet table;
  private final FileStore store;
  private final String directory;

  private AdviceMemory(DataSet table) {
    this.table = table;
    this.store = table.directory().store();
    this.directory = PathNames.join(table.path(), ManagedName.LOG_DIRECTORY, DIRECTORY);
  }

  /** That of a table; does no I/O. */
  public static AdviceMemory of(DataSet table) {
    return new AdviceMemory(table);
  }

  /** Whether the table can keep advice: it has snapshots. */
  public boolean isPossible() throws IOException {
    return !table.directory().isFile() && table.hasSnapshots();
  }

  /** The id of a new advice: its time, and 8 random hexadecimal digits. */
  public static String newId(long millis) {
    String random = UUID.randomUUID().toString().substring(0, 8);
    return String.format(Locale.ROOT, "%016d-%s", millis, random);
  }

  /**
   * Keeps an advice, and removes what is old.
   *
   * @throws IOException if the table's directory cannot be written
   */
  public void remember(RememberedAdvice advice) throws IOException {
    String path = path(advice.id() + SUFFIX);
    if (!store.putIfAbsent(path, CheckedLine.of(new Gson().toJson(advice)))) {
      throw new IOException(path + ": exists, although its name is random");
    }
    List<String> ids = ids();
    for (String old : ids.subList(Math.min(MOST, ids.size()), ids.size())) {
      store.delete(path(old + CHECK), false);
      store.delete(path(old + SUFFIX), false);
    }
    long since = System.currentTimeMillis() - TEMPORARY_MILLIS;
    for (FileInfo file : store.list(directory, false)) {
      if (PathNames.name(file.path()).startsWith(".") && file.modifiedMillis() < since) {
        store.delete(file.path(), false);
      }
    }
  }

  /** Keeps the errors of an advice, in place of those of an earlier check. */
  public void keep(RememberedCheck check) throws IOException {
    CheckedLine.replace(store, path(check.advice() + CHECK), new Gson().toJson(check));
  }

  /**
   * All advice, newest first.
   *
   * @param notes gets a sentence for each file that cannot be read
   */
  public List<RememberedAdvice> advice(List<String> notes) throws IOException {
    return read(SUFFIX, RememberedAdvice.class, RememberedAdvice::id, notes);
  }

  /** All checks, newest advice first; see {@link #advice}. */
  public List<RememberedCheck> checks(List<String> notes) throws IOException {
    return read(CHECK, RememberedCheck.class, RememberedCheck::advice, notes);
  }

  /** The error of all checked predictions; files that cannot be read count as none. */
  public Calibration calibration() throws IOException {
    return isPossible() ? calibration(checks(new ArrayList<>())) : Calibration.DEFAULT;
  }

  static Calibration calibration(List<RememberedCheck> checks) {
    List<RememberedCheck.TemplateError> errors =
        checks.stream().flatMap(c -> c.errors().stream()).toList();
    return Calibration.of(
        errors.stream().mapToDouble(RememberedCheck.TemplateError::bytesLog).toArray(),
        errors.stream()
            .map(RememberedCheck.TemplateError::timeLog)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  private <T> List<T> read(
      String suffix, Class<T> type, Function<T, String> idOf, List<String> notes)
      throws IOException {
    List<T> out = new ArrayList<>();
    for (String id : ids()) {
      String path = path(id + suffix);
      try {
        T found = new Gson().fromJson(CheckedLine.read(store.readAll(path)), type);
        // Its check is written to a path that has the id.
        if (found == null || !id.equals(idOf.apply(found))) {
          throw new MalformedDataException("the content is not that of " + id);
        }
        out.add(found);
      } catch (FileNotFoundException e) {
        continue; // an advice that was not checked, or that another process has removed
      } catch (RuntimeException e) { // Gson wraps what constructors of records throw.
        Throwable cause = e.getCause() == null ? e : e.getCause();
        notes.add(path + " cannot be read and is left out: " + cause.getMessage());
      }
    }
    return out;
  }

  /** Ids of the advice, newest first. */
  private List<String> ids() throws IOException {
    List<String> out = new ArrayList<>();
    List<FileInfo> files;
    try {
      files = store.list(directory, false);
    } catch (FileNotFoundException e) {
      return out;
    }
    for (FileInfo file : files) {
      String name = PathNames.name(file.path());
      if (name.endsWith(SUFFIX) && !name.endsWith(CHECK) && !name.startsWith(".")) {
        out.add(name.substring(0, name.length() - SUFFIX.length()));
      }
    }
    Collections.sort(out, Collections.reverseOrder());
    return out;
  }

  private String path(String name) {
    return PathNames.join(directory, name);
  }
}

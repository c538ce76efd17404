package io.placed.table.rewrite;

import io.placed.encoding.Profile;
import io.placed.error.CorruptFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.options.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a rewrite writes a table: what it is not told stays as it is. Placement, profile, compression
 * and page rows are those of the table's properties, else profile, compression and page rows those
 * of the largest file in the partitions that it was asked for, replaced or not.
 */
public final class KeptSettings {
  private final Snapshot table;

  /** By names of any case. */
  private final Map<String, String> properties;

  /** Of the largest file. */
  private final Map<String, String> stored;

  private KeptSettings(Snapshot table, Map<String, String> stored) {
    this.table = table;
    this.properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    this.properties.putAll(table.properties());
    this.stored = stored;
  }

  /** Those of a whole table. */
  public static KeptSettings of(TableDirectory table, Snapshot snapshot) throws IOException {
    return of(table, snapshot, snapshot.files());
  }

  /**
   * Reads the footer of the largest file; of the next one if that is damaged, gone, or of a newer
   * version.
   *
   * @param asked the files of the partitions that may be rewritten
   */
  static KeptSettings of(TableDirectory table, Snapshot snapshot, List<DataFile> asked)
      throws IOException {
    Comparator<DataFile> largestFirst =
        Comparator.comparingLong(DataFile::totalLength).reversed().thenComparing(DataFile::path);
    Map<String, String> stored = Map.of();
    for (DataFile f : asked.stream().sorted(largestFirst).toList()) {
      try (FileReader file = FileReader.open(table.input(f), new IoCounters())) {
        stored = storedIn(file.metadata());
        break;
      } catch (CorruptFileException | FileNotFoundException | UnsupportedVersionException e) {
        // Whoever needs its rows says so.
      }
    }
    return new KeptSettings(snapshot, stored);
  }

  /** The settings of a file's metadata; without those that a newer version may know. */
  private static Map<String, String> storedIn(Map<String, String> metadata) {
    Map<String, String> settings = new LinkedHashMap<>();
    WriteOptions.STORED_SETTINGS.forEach(
        (name, key) -> {
          String value = metadata.get(key);
          if (value != null && isKnown(name, value)) {
            settings.put(name, value);
          }
        });
    return Collections.unmodifiableMap(settings);
  }

  private static boolean isKnown(String name, String value) {
    try {
      WriteOptions.of(Map.of(name, value));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * All settings of the new files.
   *
   * @param given settings of {@link WriteOptions#of}, which win
   */
  public Map<String, String> with(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(given);
    if (!all.containsKey(Placement.SETTING)) {
      all.put(Placement.SETTING, placement(given).toString());
    }
    keep(all, WriteOptions.PROFILE);
    if (isProfileOfFile(all.get(WriteOptions.PROFILE))) {
      keep(all, WriteOptions.COMPRESSION);
    } else {
      // The compression in the file was chosen with another profile, which has its own default.
      keepProperty(all, WriteOptions.COMPRESSION);
    }
    keep(all, WriteOptions.PAGE_ROWS);
    return all;
  }

  /** The profile of the largest file, whatever the table's properties say of later ones. */
  public Profile storedProfile() {
    String own = stored.get(WriteOptions.PROFILE);
    return own == null ? WriteOptions.defaults().profile() : Profile.parse(own);
  }

  /**
   * The placement that the given settings change. Single clauses change the one that the table's
   * properties say, which the commit removes; a search there is for writes.
   */
  public Placement placement(Map<String, String> given) {
    if (!Placement.isAmong(given)) {
      return table.placement();
    }
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(properties);
    all.putIfAbsent(Placement.SETTING, table.placement().toString());
    Placement placement = Placement.fromSettings(all);
    return placement.isSearch()
        ? placement.withColumnGroups(table.placement().columnGroups())
        : placement;
  }

  private void keep(Map<String, String> settings, String name) {
    keepProperty(settings, name);
    if (stored.containsKey(name)) {
      settings.putIfAbsent(name, stored.get(name));
    }
  }

  private void keepProperty(Map<String, String> settings, String name) {
    if (properties.containsKey(name)) {
      settings.putIfAbsent(name, properties.get(name));
    }
  }

  private boolean isProfileOfFile(String profileOrNull) {
    String own = stored.get(WriteOptions.PROFILE);
    return profileOrNull != null
        && own != null
        && Profile.parse(profileOrNull) == Profile.parse(own);
  }
}

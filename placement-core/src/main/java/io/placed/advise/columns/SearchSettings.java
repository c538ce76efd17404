package io.placed.advise.columns;

import io.placed.advise.workload.Workload;
import io.placed.io.FileStores;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Resolves the searches in the settings of a write. The API, Spark, Hive and the command line call
 * this before planning a write.
 *
 * @param settings resolved settings for {@code WriteOptions.of}
 * @param result of the search; empty without a search
 */
public record SearchSettings(Map<String, String> settings, Optional<SearchResult> result) {
  /** Settings for searches only: {@code placement.workload} and {@code placement.device}. */
  public static final List<String> NAMES = List.of(Workload.SETTING, Device.SETTING);

  /** Provides column sizes; called only if there is a search. */
  public interface Sizes {
    ColumnSizes get() throws IOException;
  }

  public SearchSettings {
    settings = Map.copyOf(settings);
  }

  /** The settings without those for searches only. */
  public static Map<String, String> without(Map<String, String> settings) {
    Map<String, String> out = new LinkedHashMap<>(settings);
    NAMES.forEach(out::remove);
    return out;
  }

  /**
   * Checks settings of writing by themselves. Column groups may be a search.
   *
   * @throws IllegalArgumentException naming the setting, what was found and what is allowed
   */
  public static void requireValid(Map<String, String> settings) {
    Placement placement = WriteOptions.of(without(settings)).placement();
    if (settings.containsKey(Device.SETTING)) {
      Device.parse(settings.get(Device.SETTING));
    }
    if (!placement.isSearch()) {
      placement.requireWritable();
    }
  }

  /**
   * Checks properties that a table is to get. Those that are settings of writing must be valid, or
   * nobody could write to the table. Others may have any name that does not resemble a setting.
   *
   * @param properties a null value removes the property
   * @throws IllegalArgumentException naming the property
   */
  public static void requireProperties(Map<String, String> properties) {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(WriteOptions.settingNames());
    known.addAll(NAMES);
    Map<String, String> settings = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (value != null && known.contains(name)) {
            settings.put(name.toLowerCase(Locale.ROOT), value);
          } else if (value != null) {
            SimilarNames.requireNone(name, known);
            SimilarNames.requireNone(name, TableProperties.OF_ENGINES);
          }
        });
    requireValid(settings);
  }

  /**
   * Whether the settings have a search.
   *
   * @throws IllegalArgumentException if settings contradict each other or do not parse, naming them
   */
  public static boolean ask(Map<String, String> settings) {
    Placement placement = Placement.fromSettings(settings);
    if (settings.containsKey(Device.SETTING)) {
      Device.parse(settings.get(Device.SETTING));
    }
    boolean workload = settings.containsKey(Workload.SETTING);
    if (placement.isSearch() && !workload) {
      placement.requireWritable();
    }
    if (!placement.isSearch() && (workload || settings.containsKey(Device.SETTING))) {
      throw new IllegalArgumentException(
          "%s is given, but %s=%s is not a search. Allowed with it: hillclimb, autopart, trojan, brute-force, or groups with order rainbow"
              .formatted(
                  workload ? Workload.SETTING : Device.SETTING,
                  ColumnGroups.SETTING,
                  placement.columnGroups()));
    }
    return placement.isSearch();
  }

  /**
   * Resolves all searches.
   *
   * @param stores file systems, to read the workload
   * @param elsewhere see {@link PlacementSearch#search}
   * @throws IllegalArgumentException naming the setting or line of the workload, what was found and
   *     what is allowed
   */
  public static SearchSettings resolve(
      Map<String, String> settings, FileStores stores, Sizes sizes, Collection<String> elsewhere)
      throws IOException {
    if (!ask(settings)) {
      return new SearchSettings(settings, Optional.empty());
    }
    String path = settings.get(Workload.SETTING);
    Workload workload = Workload.load(stores.forPath(path), path);
    String device = settings.get(Device.SETTING);
    SearchResult result =
        PlacementSearch.search(
            Placement.fromSettings(settings),
            workload,
            sizes.get(),
            device == null ? Device.HDD : Device.parse(device),
            elsewhere);
    Map<String, String> resolved = without(settings);
    resolved.put(ColumnGroups.SETTING, result.placement().columnGroups().toString());
    return new SearchSettings(resolved, Optional.of(result));
  }
}

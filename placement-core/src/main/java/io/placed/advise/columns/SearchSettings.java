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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

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

  /** Settings of writing; the case of their names is ignored. */
  private static final Set<String> OF_WRITES =
      ignoringCase(Stream.of(WriteOptions.settingNames(), NAMES));

  /** The same and what else tells engines how to write a table. */
  private static final Set<String> OF_TABLES =
      ignoringCase(Stream.of(OF_WRITES, TableProperties.OF_ENGINES));

  private static Set<String> ignoringCase(Stream<Collection<String>> names) {
    Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.forEach(all::addAll);
    return Collections.unmodifiableSet(all);
  }

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
   * Checks changes of the properties of a table. What it will have must be valid settings of
   * writing, or nobody could write to it; unless they are not valid now, so that they can be mended
   * one by one. Others may have any name that does not resemble one of ours.
   *
   * @param present properties of the table
   * @param changes a null value removes the property
   * @throws IllegalArgumentException naming the property
   */
  public static void requireProperties(Map<String, String> present, Map<String, String> changes) {
    changes.forEach(
        (name, value) -> {
          Optional<String> meant = SimilarNames.meant(name, OF_TABLES);
          if (value != null && meant.isPresent()) {
            throw new IllegalArgumentException(
                "unknown property '" + name + "'; its name resembles the setting " + meant.get());
          }
        });
    try {
      requireUsable(TableProperties.changed(present, changes));
    } catch (IllegalArgumentException e) {
      if (isUsable(present)) {
        throw e;
      }
    }
  }

  private static boolean isUsable(Map<String, String> properties) {
    try {
      requireUsable(properties);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** A write may add the workload of a search, but not the search that others need. */
  private static void requireUsable(Map<String, String> properties) {
    Map<String, String> settings = new LinkedHashMap<>();
    properties.forEach(
        (name, value) -> {
          if (OF_WRITES.contains(name)) {
            settings.put(name.toLowerCase(Locale.ROOT), value);
          }
        });
    requireValid(settings);
    Placement placement = Placement.fromSettings(settings);
    if (!placement.isSearch()) {
      requireNoneForSearches(placement, settings);
    }
  }

  private static void requireNoneForSearches(Placement placement, Map<String, String> settings) {
    for (String name : NAMES) {
      if (settings.containsKey(name)) {
        throw new IllegalArgumentException(
            "%s is given, but %s=%s is not a search. Allowed with it: hillclimb, autopart, trojan, brute-force, or groups with order rainbow"
                .formatted(name, ColumnGroups.SETTING, placement.columnGroups()));
      }
    }
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
    if (!placement.isSearch()) {
      requireNoneForSearches(placement, settings);
    } else if (!settings.containsKey(Workload.SETTING)) {
      placement.requireWritable();
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

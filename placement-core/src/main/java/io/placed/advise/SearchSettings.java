package io.placed.advise;

import io.placed.io.FileStores;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a write, before and after the column groups and the order that they leave to be
 * found are found: what every surface does with them before it plans a write.
 *
 * @param settings those that {@code WriteOptions.of} takes, nothing left to be found
 * @param result what was found; none if nothing was asked for
 */
public record SearchSettings(Map<String, String> settings, Optional<SearchResult> result) {
  /** What is for searches only: {@code placement.workload} and {@code placement.device}. */
  public static final List<String> NAMES = List.of(Workload.SETTING, Device.SETTING);

  /** Where sizes come from, asked for only if something is to be found. */
  public interface Sizes {
    ColumnSizes get() throws IOException;
  }

  public SearchSettings {
    settings = Map.copyOf(settings);
  }

  /** The settings without those that are for searches only. */
  public static Map<String, String> without(Map<String, String> settings) {
    Map<String, String> out = new LinkedHashMap<>(settings);
    NAMES.forEach(out::remove);
    return out;
  }

  /**
   * Whether anything is to be found.
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
          "%s is given, but %s=%s leaves nothing to be found. Allowed with it: hillclimb, autopart, trojan, brute-force, or groups with order rainbow"
              .formatted(
                  workload ? Workload.SETTING : Device.SETTING,
                  ColumnGroups.SETTING,
                  placement.columnGroups()));
    }
    return placement.isSearch();
  }

  /**
   * Finds what is to be found.
   *
   * @param stores where the workload is read from
   * @param elsewhere see {@link PlacementSearch#search}
   * @throws IllegalArgumentException naming the setting or the line of the workload, what was found
   *     and what is allowed
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

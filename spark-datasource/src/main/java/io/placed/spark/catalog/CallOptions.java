package io.placed.spark.catalog;

import io.placed.spark.internal.Session;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a read or a write of a table. Spark merges properties and defaults of the session
 * into those that a user has given.
 *
 * @param properties of the table in its catalog, or the options by which it was opened
 * @param table the same with defaults of the session
 */
record CallOptions(Map<String, String> properties, CaseInsensitiveStringMap table) {
  /** Whether the table is one of a catalog; otherwise it is named by its path. */
  boolean isInCatalog() {
    return table.containsKey(PlacedOptions.PROVIDER);
  }

  /** The session's defaults, the table's properties, and the call's options; later ones win. */
  CaseInsensitiveStringMap over(CaseInsensitiveStringMap call) {
    Map<String, String> all = call.asCaseSensitiveMap();
    Map<String, String> defaults = Session.active().defaults();
    // Spark merges defaults of the session into the options of saves to paths.
    Map<String, String> own =
        isInCatalog() ? all : PlacedOptions.withoutLowerClauses(all, defaults);
    return PlacedOptions.layered(List.of(defaults, table.asCaseSensitiveMap(), own));
  }

  /**
   * Names of the options of a call, without properties and defaults that Spark merged into them.
   */
  List<String> named(CaseInsensitiveStringMap call) {
    return OptionUse.ofCall(
        call, isInCatalog() ? properties : Map.of(), Session.active().defaults());
  }

  /**
   * The same; a save to a path also has what the log says among the options of its call.
   *
   * @param there the table, null if there is none
   */
  GivenOptions given(CaseInsensitiveStringMap call, Supplier<Snapshot> there) {
    return option -> {
      Map<String, String> known = properties;
      if (!isInCatalog()) {
        Snapshot snapshot = there.get();
        known = snapshot == null ? Map.of() : PlacedOptions.ofLog(snapshot.properties());
      }
      List<String> given = OptionUse.ofCall(call, known, Session.active().defaults());
      return given.stream().anyMatch(option::equalsIgnoreCase);
    };
  }

  /** Refuses options that would have no effect, or another one than in other places. */
  void requireSupported(String name, OptionUse use, CaseInsensitiveStringMap call) {
    Map<String, String> asked = new HashMap<>(call.asCaseSensitiveMap());
    String path = call.get(PlacedOptions.PATH);
    if (isInCatalog() && path != null) {
      PathTables.requireSame(table, path);
      asked.keySet().removeIf(PlacedOptions.PATH::equalsIgnoreCase);
    }
    use.require(name, named(new CaseInsensitiveStringMap(asked)));
  }
}

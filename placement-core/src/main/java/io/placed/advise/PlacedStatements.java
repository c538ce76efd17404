package io.placed.advise;

import io.placed.encoding.Profile;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.text.Quoting;
import io.placed.write.options.WriteOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What to run so that a table of this library gets a layout: commands of the shell, and the same as
 * statements of Spark SQL, each in the order in which they have to run.
 */
final class PlacedStatements {
  private static final String OVERWRITE_MODE = "partitionOverwriteMode";
  private static final String DISTRIBUTION = "write.distribution-mode";

  private final String table;
  private final Map<String, String> properties;
  private final Function<Profile, WriteOptions> writing;
  private final AdvisedLayout layout;

  /**
   * @param table path
   * @param properties of the table
   * @param writing how the layout was predicted to be written
   */
  PlacedStatements(
      String table,
      Map<String, String> properties,
      Function<Profile, WriteOptions> writing,
      AdvisedLayout layout) {
    this.table = table;
    this.properties = properties;
    this.writing = writing;
    this.layout = layout;
  }

  /** Commands of the shell. */
  List<String> shell() {
    List<String> out = new ArrayList<>();
    String word = Quoting.shell(table);
    String best = " --placement " + Quoting.shell(layout.best().toString());
    if (repartitions()) {
      out.add(
          "placed convert "
              + word
              + " "
              + Quoting.shell(sibling(PathNames.name(table) + "_new"))
              + " --partition-by "
              + Quoting.shell(layout.then().partitioning())
              + best
              + newOptions(layout.then().profile()));
    } else if (!layout.keepsTable()) {
      String profile = changesProfile() ? " --profile " + layout.then().profile().text() : "";
      out.add("placed rewrite " + word + best + profile);
    }
    for (Advice.Copy c : layout.copies()) {
      out.add(
          "placed convert "
              + word
              + " "
              + Quoting.shell(sibling(c.name()))
              + " -c "
              + Quoting.shell(Quoting.columns(c.columns()))
              + " --placement "
              + Quoting.shell(c.placement().toString())
              + newOptions(c.profile()));
    }
    return out;
  }

  /** Statements of Spark, without semicolons. */
  List<String> sql() {
    List<String> out = new ArrayList<>();
    if (repartitions()) {
      addWriteAnew(out);
    } else if (!layout.keepsTable()) {
      out.add(rewrite());
    }
    for (Advice.Copy c : layout.copies()) {
      out.add(
          "CREATE TABLE "
              + Quoting.identifier(c.name())
              + " USING placed LOCATION "
              + Quoting.sql(sibling(c.name()))
              + " TBLPROPERTIES ("
              + property(Placement.SETTING, c.placement().toString())
              + ", "
              + properties(newSettings(c.profile()))
              + ") AS SELECT "
              + c.columns().stream().map(Quoting::identifier).collect(Collectors.joining(", "))
              + " FROM placed."
              + path());
    }
    return out;
  }

  /** Tasks of a rewrite do not exchange rows, so all rows are written as new ones. */
  private void addWriteAnew(List<String> out) {
    String name = "placed." + path();
    out.add(
        "CALL placed.system.set_partitioning(table => "
            + Quoting.sql(table)
            + ", partitioning => "
            + Quoting.sql(layout.then().partitioning())
            + ")");
    // Clauses come before a whole placement.
    Set<String> clauses = new TreeSet<>(properties.keySet());
    clauses.retainAll(Placement.SETTING_NAMES);
    clauses.remove(Placement.SETTING);
    addUnset(out, name, clauses);
    // After a dynamic overwrite each row would be there twice, and with ranges of rows a bucket
    // would be in the files of two or three tasks. A property of the table comes before a setting
    // of the session, and only then is changed: other writers see it.
    Map<String, String> during = new TreeMap<>(Map.of(OVERWRITE_MODE, "static"));
    if (layout.then().hasBuckets()) {
      during.put(DISTRIBUTION, "hash");
    }
    Map<String, String> before = new TreeMap<>(properties);
    before.keySet().retainAll(during.keySet());
    Map<String, String> set = new TreeMap<>(during);
    set.keySet().retainAll(before.keySet());
    set.put(Placement.SETTING, layout.best().toString());
    set.putAll(newSettings(layout.then().profile()));
    out.add(set(name, set));
    during.keySet().removeAll(before.keySet());
    during.forEach((option, value) -> out.add("SET " + setting(option) + " = " + value));
    out.add("INSERT INTO " + name + " REPLACE WHERE true SELECT * FROM " + name);
    during.keySet().forEach(option -> out.add("RESET " + setting(option)));
    if (!before.isEmpty()) {
      out.add(set(name, before));
    }
  }

  /** The setting of a Spark session that is the default of an option. */
  private static String setting(String option) {
    return Quoting.identifier("spark.datasource.placed." + option);
  }

  private static void addUnset(List<String> out, String table, Collection<String> properties) {
    if (!properties.isEmpty()) {
      out.add(
          properties.stream()
              .map(Quoting::sql)
              .collect(
                  Collectors.joining(
                      ", ", "ALTER TABLE " + table + " UNSET TBLPROPERTIES (", ")")));
    }
  }

  private String rewrite() {
    return "CALL placed.system.rewrite(table => "
        + Quoting.sql(table)
        + ", placement => "
        + Quoting.sql(layout.best().toString())
        + (changesProfile() ? ", profile => " + Quoting.sql(layout.then().profile().text()) : "")
        + ")";
  }

  private boolean repartitions() {
    return !layout.then().partitioning().equals(layout.now().partitioning());
  }

  /** A rewrite keeps the profile of the table, and what goes with it, unless it is told. */
  private boolean changesProfile() {
    return layout.then().profile() != layout.now().profile();
  }

  /** What is to be said where rows are written as new ones, which keeps nothing of the table. */
  private Map<String, String> newSettings(Profile profile) {
    WriteOptions options = writing.apply(profile);
    WriteOptions usual = WriteOptions.defaults().withProfile(options.profile());
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(WriteOptions.PROFILE, options.profile().text());
    if (!options.compression().equals(usual.compression())) {
      settings.put(WriteOptions.COMPRESSION, options.compression().toString());
    }
    if (options.pageRows() != usual.pageRows()) {
      settings.put(WriteOptions.PAGE_ROWS, Integer.toString(options.pageRows()));
    }
    return settings;
  }

  private String newOptions(Profile profile) {
    return newSettings(profile).entrySet().stream()
        .map(e -> " --" + e.getKey() + " " + word(e.getValue()))
        .collect(Collectors.joining());
  }

  private static String word(String value) {
    return value.matches("\\w+") ? value : Quoting.shell(value);
  }

  private String sibling(String name) {
    String path = table;
    int slash = path.lastIndexOf('/');
    return slash < 0 ? name : path.substring(0, slash + 1) + name;
  }

  private static String set(String table, Map<String, String> properties) {
    return "ALTER TABLE " + table + " SET TBLPROPERTIES (" + properties(properties) + ")";
  }

  private static String properties(Map<String, String> properties) {
    return properties.entrySet().stream()
        .map(e -> property(e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String property(String name, String value) {
    return Quoting.sql(name) + " = " + Quoting.sql(value);
  }

  /** The path as a name of a table in SQL. */
  private String path() {
    return "`" + table.replace("`", "``") + "`";
  }
}

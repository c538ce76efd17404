package io.placed.placement;

import io.placed.schema.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * How a table is laid out: the three functions of a table placement method. Immutable; {@code
 * Placement.parse(p.toString()).equals(p)} for every value. {@code docs/placements.md} has the
 * grammar and the presets.
 *
 * @param reorder f_RR, the order of the rows
 * @param rowGroups first half of f_TP, where a row group ends
 * @param columnGroups second half of f_TP, which columns lie together
 * @param packing f_DP, what lies in which physical block
 */
public record Placement(
    Reordering reorder, RowGroups rowGroups, ColumnGroups columnGroups, Packing packing) {
  /** Setting whose value is a preset, clauses, or both. */
  public static final String SETTING = "placement";

  /** The settings that make a Placement, {@link #SETTING} first. */
  public static final List<String> SETTING_NAMES =
      List.of(
          SETTING, Reordering.SETTING, RowGroups.SETTING, ColumnGroups.SETTING, Packing.SETTING);

  /** What is used where nothing is said. */
  public static final Placement DEFAULT =
      new Placement(
          Reordering.NONE,
          new RowGroups.OfBytes(64L << 20),
          ColumnGroups.NONE,
          new Packing.ManyRowGroups(128L << 20));

  public Placement {
    Objects.requireNonNull(reorder, "reorder");
    Objects.requireNonNull(rowGroups, "rowGroups");
    Objects.requireNonNull(columnGroups, "columnGroups");
    Objects.requireNonNull(packing, "packing");
  }

  /**
   * Reads a preset ({@code parquet}), a preset with clauses that replace its own ({@code parquet;
   * row-group=16MiB}), or clauses alone, where the default gives what is missing.
   *
   * @throws IllegalArgumentException naming the setting, what was found and where, and what is
   *     allowed
   */
  public static Placement parse(String text) {
    return PlacementParser.placement(text);
  }

  /**
   * The preset of this name, its case ignored.
   *
   * @throws IllegalArgumentException that lists the names there are
   */
  public static Placement preset(String name) {
    Preset preset = Preset.get(name.toLowerCase(Locale.ROOT));
    if (preset == null) {
      throw new IllegalArgumentException(
          SETTING + ": '" + name + "' is no preset. Allowed: " + String.join(", ", Preset.names()));
    }
    return preset.placement();
  }

  /** Names of the presets; {@link Preset#all()} describes them. */
  public static List<String> presetNames() {
    return Preset.names();
  }

  /**
   * This value with one setting changed; {@code placement} replaces all of it.
   *
   * @param setting one of {@link #SETTING_NAMES}
   * @param text the value of the setting alone, without its name
   * @throws IllegalArgumentException if the setting is unknown or the text is not allowed
   */
  public Placement with(String setting, String text) {
    if (!SETTING_NAMES.contains(setting)) {
      throw new IllegalArgumentException(
          "setting '" + setting + "' is unknown. Allowed: " + String.join(", ", SETTING_NAMES));
    }
    return setting.equals(SETTING) ? parse(text) : PlacementParser.with(this, setting, text);
  }

  /**
   * The Placement that settings ask for: {@code placement} (else the default), then the four
   * others, whatever the order of the map. Other keys of the map are left alone.
   */
  public static Placement fromSettings(Map<String, String> settings) {
    Placement result = DEFAULT;
    for (String name : SETTING_NAMES) {
      String text = settings.get(name);
      if (text != null) {
        result = result.with(name, text);
      }
    }
    return result;
  }

  /** Whether any of the settings is one of a placement. */
  public static boolean isAmong(Map<String, String> settings) {
    return SETTING_NAMES.stream().anyMatch(settings::containsKey);
  }

  /** Whether column groups or their order are still to be found from a workload. */
  public boolean isSearch() {
    return columnGroups.isSearch();
  }

  /**
   * This value with other names for some of the columns that it names.
   *
   * @param names the new name of a column, which may be the old one
   */
  public Placement renamed(UnaryOperator<String> names) {
    return ColumnRenaming.apply(this, names);
  }

  /**
   * The setting that names a column, and its value.
   *
   * @param isColumn whether a name is the column's
   * @return null if no setting does
   */
  public String settingThatNames(Predicate<String> isColumn) {
    return ColumnRenaming.settingThatNames(this, isColumn);
  }

  /**
   * The same for the settings among the properties of a table, whose names writers take in any
   * case.
   */
  public static String settingThatNames(
      Map<String, String> properties, Predicate<String> isColumn) {
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings.putAll(properties);
    return fromSettings(settings).settingThatNames(isColumn);
  }

  /** This value with other column groups. */
  public Placement withColumnGroups(ColumnGroups value) {
    return new Placement(reorder, rowGroups, value, packing);
  }

  /**
   * Refuses column groups that are still to be found, and a row group that is larger than its
   * block, where a whole row group lies in one.
   *
   * @throws IllegalArgumentException naming the setting, what was given and what is allowed
   */
  public Placement requireWritable() {
    if (isSearch()) {
      throw new IllegalArgumentException(
          ColumnGroups.SETTING
              + ": "
              + columnGroups
              + " is found from a workload before writing; none was given. Allowed: a file of"
              + " queries as placement.workload, or groups and an order that are listed");
    }
    if (packing instanceof Packing.Copies copies
        && copies.others().stream().anyMatch(ColumnGroups::isSearch)) {
      throw new IllegalArgumentException(
          Packing.SETTING
              + ": "
              + packing
              + " has column groups that would have to be found; allowed are groups and an order"
              + " that are listed");
    }
    long block = blockBytes();
    Packing each = packing instanceof Packing.Copies c ? c.each() : packing;
    boolean whole = each instanceof Packing.ManyRowGroups || each instanceof Packing.OneRowGroup;
    if (whole && rowGroups instanceof RowGroups.OfBytes b && b.bytes() > block) {
      throw new IllegalArgumentException(
          RowGroups.SETTING
              + ": a row group of "
              + rowGroups
              + " does not fit the block of "
              + Packing.SETTING
              + "="
              + packing
              + "; allowed are at most "
              + Sizes.print(block)
              + ", or a larger block");
    }
    return this;
  }

  /**
   * Largest physical block, S_PB; {@link Long#MAX_VALUE} for a file to each subset, and for one row
   * group of a number of rows per block, whose size nobody knows before.
   */
  public long blockBytes() {
    Packing each = packing instanceof Packing.Copies c ? c.each() : packing;
    if (each instanceof Packing.ManyRowGroups many) {
      return many.blockBytes();
    } else if (each instanceof Packing.ColumnGroupRuns runs) {
      return runs.blockBytes();
    } else if (each instanceof Packing.Files files) {
      return files.blockBytes();
    } else if (each instanceof Packing.OneRowGroup one) {
      return one.blockBytes() != 0
          ? one.blockBytes()
          : rowGroups instanceof RowGroups.OfBytes b ? b.bytes() : Long.MAX_VALUE;
    }
    return Long.MAX_VALUE;
  }

  /**
   * Checks the columns that the reordering, the row groups and the column groups name against a
   * schema, and whether there are enough column groups for the files.
   *
   * @throws IllegalArgumentException naming the setting, and the column or what is allowed
   */
  public Placement requireFits(Schema schema) {
    reorder.requireFits(schema);
    requireFits(columnGroups, ColumnGroups.SETTING, schema);
    requireFiles(columnGroups, schema);
    if (packing instanceof Packing.Copies copies) {
      for (ColumnGroups groups : copies.others()) {
        requireFits(groups, Packing.SETTING, schema);
        requireFiles(groups, schema);
      }
    }
    if (rowGroups instanceof RowGroups.Efficient e) {
      e.column().ifPresent(c -> ColumnNames.ordinal(c, schema, RowGroups.SETTING));
    }
    return this;
  }

  private void requireFiles(ColumnGroups groups, Schema schema) {
    Packing each = packing instanceof Packing.Copies c ? c.each() : packing;
    if (each instanceof Packing.Files files && files.count() > groups.count(schema)) {
      throw new IllegalArgumentException(
          Packing.SETTING
              + ": "
              + packing
              + " needs at least "
              + files.count()
              + " column groups, found "
              + groups.count(schema));
    }
  }

  private static void requireFits(ColumnGroups groups, String setting, Schema schema) {
    groups.namedColumns().forEach(c -> ColumnNames.ordinal(c, schema, setting));
  }

  @Override
  public String toString() {
    return "reorder="
        + reorder
        + "; row-group="
        + rowGroups
        + "; column-groups="
        + columnGroups
        + "; packing="
        + packing;
  }
}

package io.placed.placement;

import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The layout of a table: the three functions of a table placement method. Immutable; {@code
 * Placement.parse(p.toString()).equals(p)} for every value. {@code docs/placements.md} has the
 * grammar and the presets.
 *
 * @param reorder f_RR, the order of the rows
 * @param rowGroups first half of f_TP, the size of row groups
 * @param columnGroups second half of f_TP, which columns are stored together
 * @param packing f_DP, the assignment to physical blocks
 */
public record Placement(
    Reordering reorder, RowGroups rowGroups, ColumnGroups columnGroups, Packing packing) {
  /** Name of the setting whose value is a preset, clauses, or both. */
  public static final String SETTING = "placement";

  /** Names of all settings of a Placement, {@link #SETTING} first. */
  public static final List<String> SETTING_NAMES =
      List.of(
          SETTING, Reordering.SETTING, RowGroups.SETTING, ColumnGroups.SETTING, Packing.SETTING);

  /** The default. */
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
   * Parses a preset ({@code parquet}), a preset with clauses that replace its own ({@code parquet;
   * row-group=16MiB}), or clauses alone, which replace those of the default.
   *
   * @throws IllegalArgumentException naming the setting, what was found and where, and what is
   *     allowed
   */
  public static Placement parse(String text) {
    return PlacementParser.placement(text);
  }

  /**
   * The preset with this name, ignoring case.
   *
   * @throws IllegalArgumentException if it does not exist; the message lists the presets
   */
  public static Placement preset(String name) {
    Preset preset = Preset.get(name.toLowerCase(Locale.ROOT));
    if (preset == null) {
      throw new IllegalArgumentException(
          SETTING
              + ": '"
              + name
              + "' is not a preset. Allowed: "
              + String.join(", ", Preset.names()));
    }
    return preset.placement();
  }

  /** Names of the presets; {@link Preset#all()} describes them. */
  public static List<String> presetNames() {
    return Preset.names();
  }

  /**
   * This value with one setting changed; {@code placement} replaces all.
   *
   * @param setting one of {@link #SETTING_NAMES}
   * @param text the value of the setting, without its name
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
   * The Placement of settings: {@code placement} (else the default), then the four others,
   * regardless of the order of the map. Other keys are ignored.
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

  /** Whether a name, in any case, is one of {@link #SETTING_NAMES}. */
  public static boolean isSetting(String name) {
    return SETTING_NAMES.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Whether any of the settings belongs to a Placement. */
  public static boolean isAmong(Map<String, String> settings) {
    return SETTING_NAMES.stream().anyMatch(settings::containsKey);
  }

  /** Whether column groups or their order must be resolved from a workload. */
  public boolean isSearch() {
    return columnGroups.isSearch();
  }

  /**
   * This value with renamed columns.
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
   * The same for the settings among the properties of a table, whose names are case-insensitive.
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

  /** This value with another packing. */
  public Placement withPacking(Packing value) {
    return new Placement(reorder, rowGroups, columnGroups, value);
  }

  /**
   * Rejects column groups that are searches, pages with more rows than there may be, copies whose
   * pages would have different rows, and row groups larger than their block.
   *
   * @throws IllegalArgumentException naming the setting, what was given and what is allowed
   */
  public Placement requireWritable() {
    if (isSearch()) {
      throw new IllegalArgumentException(
          ColumnGroups.SETTING
              + ": "
              + columnGroups
              + " must be resolved from a workload before writing, but none is given. Allowed: a"
              + " file of queries as placement.workload, or listed groups and a listed order");
    }
    if (packing instanceof Packing.Copies copies
        && copies.others().stream().anyMatch(ColumnGroups::isSearch)) {
      throw new IllegalArgumentException(
          Packing.SETTING
              + ": "
              + packing
              + " has column groups that are searches; allowed are listed groups and a listed"
              + " order");
    }
    pageRows();
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

  /** The column groups of all copies of the table; those of the placement itself come first. */
  public List<ColumnGroups> copies() {
    List<ColumnGroups> all = new ArrayList<>(List.of(columnGroups));
    if (packing instanceof Packing.Copies c) {
      all.addAll(c.others());
    }
    return all;
  }

  /**
   * Rows of a page as required by strides; 0 if none does. Pages have the same rows in every copy.
   *
   * @throws IllegalArgumentException if strides require different numbers, or more than a page has
   */
  public int pageRows() {
    copies().forEach(ColumnGroups::requireStride);
    int[] strides =
        copies().stream().mapToInt(ColumnGroups::stride).filter(s -> s > 1).distinct().toArray();
    if (strides.length > 1) {
      throw new IllegalArgumentException(
          Packing.SETTING
              + ": copies have strides "
              + strides[0]
              + " and "
              + strides[1]
              + "; all copies must have the same stride, or 1, or row-group");
    }
    return strides.length == 0 ? 0 : strides[0];
  }

  /**
   * Maximum size of a physical block, S_PB; {@link Long#MAX_VALUE} for a file per subset, and for
   * blocks of one row group whose size is given in rows.
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
   * Checks that the named columns exist in a schema, and that there are enough column groups for
   * the files.
   *
   * @throws IllegalArgumentException naming the setting, and the column or what is allowed
   */
  public Placement requireFits(Schema schema) {
    reorder.requireFits(schema);
    columnGroups.requireFits(schema, ColumnGroups.SETTING);
    requireFiles(columnGroups, schema);
    if (packing instanceof Packing.Copies copies) {
      for (ColumnGroups groups : copies.others()) {
        groups.requireFits(schema, Packing.SETTING);
        requireFiles(groups, schema);
      }
    }
    if (rowGroups instanceof RowGroups.Efficient e) {
      e.column().ifPresent(c -> ColumnNames.ordinal(c, schema, RowGroups.SETTING));
    }
    return this;
  }

  /** This value without the columns that a schema lacks: for files that lack some of a table. */
  public Placement fitting(Schema schema) {
    return ColumnRestriction.apply(this, schema);
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

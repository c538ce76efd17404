package io.placed.spark.combinations;

import io.placed.table.partition.PartitionSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;

/** Creates a table: its columns, partitioning, placement, files and first rows. */
final class Creation {
  private static final List<String> PLACEMENTS =
      List.of(
          "default",
          "cf",
          "cfile",
          "rcfile",
          "slc-store",
          "trevni",
          "tdl",
          "orc",
          "parquet",
          "albis",
          "arrow",
          "default",
          "default");

  private static final int[] ROWS = {0, 1, 7, 300, 1500, 3000, 5000, 9000, 14000};

  /** Functions are sought, and pay, in pages of many rows. */
  private static final int[] MANY_ROWS = {4000};

  /** Small row groups, so that few rows have several of them, whose batches end with them. */
  private static final int[] ROW_GROUPS = {100, 300, 1024, 2048};

  private static final int[] FILES = {1, 1, 4, 7};

  private Creation() {}

  /** Whether a table of this seed has columns for every encoding and function. */
  static boolean hasAll(long seed) {
    return (seed & 15) == 0;
  }

  /** Creates the table, in Spark and in the model; returns a description in SQL or similar. */
  static String create(ModelTable t, long seed) throws IOException {
    Random random = new Random(seed);
    t.add(new ModelColumn(ModelTable.ID, random.nextInt(3) == 0 ? "Id" : "id", type("bigint")));
    boolean all = hasAll(seed);
    boolean related = all || random.nextInt(4) == 0;
    if (related) {
      t.related().addTo(t, random, all);
    }
    for (int k = (related ? 1 : 3) + random.nextInt(related ? 3 : 9); k > 0; k--) {
      String type = RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size()));
      t.add(new ModelColumn(t.newKey(), RandomNames.fresh(t, random), type(type)));
    }
    // One sorted file of several row groups per partition, on which reports of scans depend.
    boolean sortedParts = !all && random.nextInt(4) == 0;
    int partitions = sortedParts ? 1 : all ? 0 : Math.max(0, random.nextInt(5) - 1);
    for (int k = Math.min(partitions, 2); k > 0; k--) {
      String type =
          RandomValues.PARTITION_TYPES.get(random.nextInt(RandomValues.PARTITION_TYPES.size()));
      String name = t.isTaken("Part" + k) ? "Region" + k : "Part" + k;
      int count = t.columns().size();
      // Only catalogs in memory keep partition columns before others.
      int position = t.inCatalog && random.nextBoolean() ? random.nextInt(count) : count;
      t.addPartition(new ModelColumn(t.newKey(), name, type(type)), position);
    }
    List<String> settings = settings(t, random, sortedParts);
    int[] counts = sortedParts ? new int[] {1500, 3000} : related ? MANY_ROWS : ROWS;
    Dataset<Row> rows = t.newRows(counts[random.nextInt(counts.length)], random);
    int files = sortedParts || all ? 1 : FILES[random.nextInt(FILES.length)];
    String what =
        t.inCatalog
            ? createBySql(t, rows, settings, random)
            : save(t, rows.repartition(files), settings);
    t.becomes(rows);
    return what + ": " + rows.count() + " rows in " + files + " tasks";
  }

  /** Pairs of a setting and its value. */
  private static List<String> settings(ModelTable t, Random random, boolean sortedParts) {
    List<String> settings = new ArrayList<>();
    settings.add("placement");
    // Rows of albis share pages, which have no encodings.
    settings.add(
        t.related().hasAll() ? "default" : PLACEMENTS.get(random.nextInt(PLACEMENTS.size())));
    boolean related = !t.related().isEmpty();
    if (random.nextInt(3) == 0 || t.related().hasAll() || related && random.nextInt(4) > 0) {
      // Bytes count for more, so that skewed columns are entropy-coded.
      settings.add("profile");
      settings.add("compact");
    }
    if (sortedParts || !t.related().hasAll() && random.nextInt(3) > 0) {
      settings.add("placement.row-group");
      int least = related ? 3 : 0;
      int chosen = least + random.nextInt(ROW_GROUPS.length - least);
      settings.add(ROW_GROUPS[sortedParts ? 0 : chosen] + " rows");
    }
    if (sortedParts || random.nextInt(2) == 0) {
      settings.add("placement.reorder");
      settings.add(
          sortedParts || random.nextInt(3) > 0
              ? "sort(" + sortKey(t, random) + (random.nextInt(2) == 0 ? "; per-task" : "") + ")"
              : otherOrder(t, random));
    }
    return settings;
  }

  private static String otherOrder(ModelTable t, Random random) {
    List<ModelColumn> keys = sortable(t);
    String one = keys.get(random.nextInt(keys.size())).name();
    String other = t.id().name();
    String both = one.equals(other) ? one : one + ", " + other;
    return switch (random.nextInt(7)) {
      case 0 -> "hilbert(" + both + ")";
      case 1 -> "z-order(" + both + "; 16 ranges)";
      case 2 -> "vortex(" + both + "; 64KiB)";
      case 3 -> "multiple-lists(" + both + "; 64KiB)";
      case 4 -> "rising-cardinality(" + both + ")";
      case 5 -> "sort-buffer(" + one + "; 64KiB)";
      default -> "qd-tree(" + other + " < 40; " + other + " >= 700; 100 rows)";
    };
  }

  private static List<ModelColumn> sortable(ModelTable t) {
    return t.stored().stream()
        .filter(c -> c.isPlain() && c.name().matches("[A-Za-z][A-Za-z0-9]*"))
        .toList();
  }

  static String sortKey(ModelTable t, Random random) {
    List<ModelColumn> keys = sortable(t);
    ModelColumn first = random.nextInt(3) == 0 ? t.id() : keys.get(random.nextInt(keys.size()));
    boolean descending = random.nextInt(4) == 0;
    t.sortedBy(first, descending);
    return first.name() + (descending ? " desc" : "");
  }

  private static String createBySql(
      ModelTable t, Dataset<Row> rows, List<String> settings, Random random) {
    String columns =
        t.columns().stream()
            .map(c -> c.quoted() + " " + c.type().sql())
            .collect(Collectors.joining(", "));
    PartitionSpec transforms =
        !t.related().hasAll() && random.nextInt(3) == 0 ? PartitionSteps.random(t, random) : null;
    String partitions =
        transforms != null
            ? transforms.toString()
            : t.partitions().stream().map(ModelColumn::quoted).collect(Collectors.joining(", "));
    // Catalogs cannot store transforms: the log has them, and all partition columns with them.
    if (transforms == null || !transforms.hasTransforms()) {
      t.partitionInCatalog(t.partitions());
    }
    List<String> properties = new ArrayList<>();
    for (int i = 0; i < settings.size(); i += 2) {
      properties.add("'" + settings.get(i) + "' = '" + settings.get(i + 1) + "'");
    }
    String create =
        "create table "
            + t.name
            + " ("
            + columns
            + ") using placed"
            + (partitions.isEmpty() ? "" : " partitioned by (" + partitions + ")")
            + " location '"
            + t.path
            + "' tblproperties ("
            + String.join(", ", properties)
            + ")";
    t.spark.sql(create);
    t.spark.sql("insert into " + t.name + " select * from " + t.view(rows));
    return create.replace(t.path, "PATH");
  }

  private static String save(ModelTable t, Dataset<Row> rows, List<String> settings) {
    DataFrameWriter<Row> writer = rows.write().format("placed");
    for (int i = 0; i < settings.size(); i += 2) {
      writer = writer.option(settings.get(i), settings.get(i + 1));
    }
    List<String> partitions = t.partitions().stream().map(ModelColumn::name).toList();
    if (!partitions.isEmpty()) {
      writer = writer.partitionBy(partitions.toArray(String[]::new));
    }
    writer.save(t.path);
    String columns =
        t.columns().stream()
            .map(c -> c.quoted() + " " + c.type().sql())
            .collect(Collectors.joining(", "));
    return "save(" + columns + ") partitionBy " + partitions + " " + settings;
  }

  static DataType type(String ddl) {
    return DataType.fromDDL(ddl);
  }
}

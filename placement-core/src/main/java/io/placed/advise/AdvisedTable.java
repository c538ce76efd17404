package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ReadCost;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.plan.StepSize;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A table that advice is given on, of whatever format. It stays the same while it is open. {@link
 * PlacedTable} is a table of this library.
 */
public interface AdvisedTable extends Closeable {
  /** For display: the path. */
  String name();

  /** The columns, partition columns included. */
  Schema schema();

  /** Columns whose values are not stored in files. */
  List<String> partitionColumns();

  /** All partition fields of new files, transforms included. */
  default PartitionSpec partitioning() {
    return PartitionSpec.ofColumns(partitionColumns());
  }

  /** Whether the table can get partition fields in addition to those that it has. */
  default boolean canBePartitioned() {
    return false;
  }

  /** Properties of the table, which decide how engines write it. */
  default Map<String, String> properties() {
    return Map.of();
  }

  /** Number of rows, without deleted ones. */
  long rows();

  /** Stored bytes of all files. */
  long bytes();

  /** Stored bytes per row of each column of the schema, on average; 0 for partition columns. */
  double[] bytesPerRow() throws IOException;

  /** About how many different values a column has; empty if that is not known. */
  default OptionalLong distinct(String column) throws IOException {
    return OptionalLong.empty();
  }

  /**
   * The columns that have to be read to decode a column of the table's files, because it is derived
   * from them.
   */
  default Set<String> parents(String column) throws IOException {
    return Set.of();
  }

  /** The placement of the table, or the one that describes its layout best. */
  Placement placement();

  /** How a rewrite of the table would write it; its placement is {@link #placement}. */
  WriteOptions writeOptions();

  /** The same for a rewrite with another profile. */
  default WriteOptions writeOptions(Profile profile) {
    WriteOptions own = writeOptions();
    return profile == own.profile() ? own : own.withProfile(profile);
  }

  /** How it is rewritten. */
  default Rewriting rewriting() {
    return new PlacedRewriting(this);
  }

  /** The device that the files are on. */
  Device device() throws IOException;

  /** The steps in which scans fetch files of this library from the table's store. */
  StepSize steps() throws IOException;

  /** The error of earlier advice, if the table remembers any. */
  default Calibration calibration() throws IOException {
    return Calibration.DEFAULT;
  }

  /**
   * Rows at equal distances over the whole table: runs of consecutive rows in their order.
   *
   * @param columns names
   * @param rows about as many; a table that has at most as many returns all
   */
  Rows sample(List<String> columns, long rows) throws IOException;

  /** All rows in the order of the files. */
  Rows scan(List<String> columns) throws IOException;

  /**
   * What a query reads under the layout that the table has, as its reader plans it.
   *
   * @param columns that are needed of matching rows
   * @param filter null = all rows
   * @param device whose cost decides which gaps are read
   */
  ReadCost read(List<String> columns, Predicate filter, Device device) throws IOException;

  /**
   * What a query asks of the table.
   *
   * @param columns that are needed of matching rows
   * @param filter null = all rows
   */
  record Scan(List<String> columns, Predicate filter) {}

  /** What each of several queries reads; the metadata of a file serves all of them. */
  default List<ReadCost> read(List<Scan> scans, Device device) throws IOException {
    List<ReadCost> out = new ArrayList<>();
    for (Scan s : scans) {
      out.add(read(s.columns(), s.filter(), device));
    }
    return out;
  }

  /** Rows as batches. */
  interface Rows extends Closeable {
    /** Advances to the next batch; false at the end. */
    boolean next() throws IOException;

    /** The current batch with the wanted columns in their order, valid until {@link #next}. */
    Batch batch();

    /**
     * Number of the partition that the batch belongs to, from 0. Rows of different partitions are
     * never in the same file.
     */
    int partition();

    /** Bytes read so far. */
    long bytesRead();
  }
}

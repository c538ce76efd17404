package io.placed.hive.read;

import io.placed.scan.request.PageShare;
import io.placed.schema.Schema;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.file.Deletes;
import io.placed.table.split.FileSlice;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.ColumnarSplit;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.FileSplit;

/**
 * Consecutive row groups of a file. Start and length are those of their bytes in the file; columns
 * in siblings add further bytes.
 */
public final class PlacedSplit extends FileSplit implements ColumnarSplit {
  private FileSlice slice;
  private Partition partition;
  private SnapshotColumns logged;
  private long eliminated;

  /** For deserialization by Hadoop, which then calls {@link #readFields}. */
  public PlacedSplit() {
    super(new Path("unset:/"), 0, 0, new String[0]);
  }

  /**
   * @param path of the file, starting like Hive's input path
   * @param partition partition values from the directories of the file
   * @param logged the columns of the table's snapshot
   * @param start first byte of the row groups in the file
   * @param eliminated row groups that were skipped by statistics, for the counters
   */
  PlacedSplit(
      Path path,
      FileSlice slice,
      Partition partition,
      SnapshotColumns logged,
      long start,
      String[] hosts,
      long eliminated) {
    super(path, start, slice.bytes(), hosts);
    this.slice = slice;
    this.partition = partition;
    this.logged = logged;
    this.eliminated = eliminated;
  }

  /** The row groups. */
  public FileSlice slice() {
    return slice;
  }

  /** Partition values from the directories of the file, with their types in the table. */
  Partition partition() {
    return partition;
  }

  /** The columns of the table's snapshot. */
  SnapshotColumns logged() {
    return logged;
  }

  /** Row groups that were skipped while splits were planned, and are reported by this split. */
  long eliminated() {
    return eliminated;
  }

  /** The length by which Tez groups splits. */
  @Override
  public long getColumnarProjectionSize() {
    return slice.bytes();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    WritableUtils.writeString(out, slice.path());
    out.writeLong(slice.length());
    out.writeInt(slice.firstRowGroup());
    out.writeInt(slice.endRowGroup());
    out.writeInt(slice.pages().number());
    out.writeInt(slice.pages().parts());
    out.writeLong(slice.rows());
    out.writeLong(slice.bytes());
    write(out, slice.partition());
    write(out, slice.names());
    WritableUtils.writeString(out, slice.identity());
    write(out, slice.deletes());
    write(out, partition.values());
    WritableUtils.writeString(out, partition.columns().toString());
    logged.write(out);
    out.writeLong(eliminated);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    slice =
        new FileSlice(
            WritableUtils.readString(in),
            in.readLong(),
            in.readInt(),
            in.readInt(),
            new PageShare(in.readInt(), in.readInt()),
            in.readLong(),
            in.readLong(),
            read(in),
            read(in),
            WritableUtils.readString(in),
            readDeletes(in),
            null); // Hive does not read row ids.
    partition = new Partition(read(in), Schema.parse(WritableUtils.readString(in)));
    logged = SnapshotColumns.read(in);
    eliminated = in.readLong();
  }

  private static void write(DataOutput out, FileDeletes deletes) throws IOException {
    out.writeBoolean(deletes != null);
    if (deletes != null) {
      WritableUtils.writeString(out, deletes.log());
      WritableUtils.writeString(out, deletes.fileId());
      out.writeLong(deletes.fileRows());
      WritableUtils.writeString(out, deletes.reference().path());
      out.writeLong(deletes.reference().offset());
      out.writeInt(deletes.reference().length());
      out.writeLong(deletes.reference().rows());
    }
  }

  private static FileDeletes readDeletes(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    return new FileDeletes(
        WritableUtils.readString(in),
        WritableUtils.readString(in),
        in.readLong(),
        new Deletes(WritableUtils.readString(in), in.readLong(), in.readInt(), in.readLong()),
        null); // Hive does not read changes.
  }

  private static void write(DataOutput out, Map<String, String> texts) throws IOException {
    out.writeInt(texts.size());
    for (Map.Entry<String, String> e : texts.entrySet()) {
      WritableUtils.writeString(out, e.getKey());
      WritableUtils.writeString(out, e.getValue()); // null is preserved
    }
  }

  private static Map<String, String> read(DataInput in) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.put(WritableUtils.readString(in), WritableUtils.readString(in));
    }
    return texts;
  }

  @Override
  public String toString() {
    return getPath() + " row groups [" + slice.firstRowGroup() + ", " + slice.endRowGroup() + ")";
  }
}

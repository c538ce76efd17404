package io.placed.hive.read;

import io.placed.schema.Schema;
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
 * Consecutive row groups of a file. Start and length are those of their bytes in the file; where
 * columns lie in siblings, those have further bytes.
 */
public final class PlacedSplit extends FileSplit implements ColumnarSplit {
  private long fileLength;
  private Map<String, String> names;
  private Map<String, String> partition;
  private String schema;
  private int firstRowGroup;
  private int endRowGroup;
  private long bytes;
  private long eliminated;

  /** For Hadoop, which then calls {@link #readFields}. */
  public PlacedSplit() {
    this(new Path("unset:/"), 0, Map.of(), Map.of(), "", 0, 0, 0, new String[0], 0, 0, 0);
  }

  /**
   * @param fileLength bytes of the file
   * @param names as {@link io.placed.table.file.DataFile#names}
   * @param partition as {@link io.placed.table.file.DataFile#partition}
   * @param schema of the partition's columns, as text
   * @param firstRowGroup first one to read
   * @param endRowGroup first one after it
   * @param bytes that a scan of the wanted columns is thought to read
   * @param eliminated row groups that statistics ruled out before, for the counters
   */
  PlacedSplit(
      Path path,
      long fileLength,
      Map<String, String> names,
      Map<String, String> partition,
      String schema,
      long start,
      long length,
      long bytes,
      String[] hosts,
      int firstRowGroup,
      int endRowGroup,
      long eliminated) {
    super(path, start, length, hosts);
    this.fileLength = fileLength;
    this.names = names;
    this.partition = partition;
    this.schema = schema;
    this.firstRowGroup = firstRowGroup;
    this.endRowGroup = endRowGroup;
    this.bytes = bytes;
    this.eliminated = eliminated;
  }

  /** Bytes of the file. */
  public long fileLength() {
    return fileLength;
  }

  /** Columns that the file has under another name, or does not have; see the constructor. */
  Map<String, String> names() {
    return names;
  }

  /** Values that the file's directories give, with the types that its table has for them. */
  Partition partition() {
    return new Partition(partition, Schema.parse(schema));
  }

  /** First row group to read. */
  public int firstRowGroup() {
    return firstRowGroup;
  }

  /** First row group not to read. */
  public int endRowGroup() {
    return endRowGroup;
  }

  /** Row groups that were ruled out when the splits were made and are reported by this one. */
  public long eliminated() {
    return eliminated;
  }

  /** Tez groups splits by this. */
  @Override
  public long getColumnarProjectionSize() {
    return bytes;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeLong(fileLength);
    write(out, names);
    write(out, partition);
    out.writeUTF(schema);
    out.writeInt(firstRowGroup);
    out.writeInt(endRowGroup);
    out.writeLong(bytes);
    out.writeLong(eliminated);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    fileLength = in.readLong();
    names = read(in);
    partition = read(in);
    schema = in.readUTF();
    firstRowGroup = in.readInt();
    endRowGroup = in.readInt();
    bytes = in.readLong();
    eliminated = in.readLong();
  }

  private static void write(DataOutput out, Map<String, String> texts) throws IOException {
    out.writeInt(texts.size());
    for (Map.Entry<String, String> e : texts.entrySet()) {
      WritableUtils.writeString(out, e.getKey());
      WritableUtils.writeString(out, e.getValue()); // null stays null
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
    return getPath() + " row groups [" + firstRowGroup + ", " + endRowGroup + ")";
  }
}

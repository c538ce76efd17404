package io.placed.hive.read;

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
  private int firstRowGroup;
  private int endRowGroup;
  private long bytes;
  private long eliminated;

  /** For Hadoop, which then calls {@link #readFields}. */
  public PlacedSplit() {
    this(new Path("unset:/"), 0, Map.of(), 0, 0, 0, new String[0], 0, 0, 0);
  }

  /**
   * @param fileLength bytes of the file
   * @param names as {@link io.placed.dataset.DataFile#names}
   * @param firstRowGroup first one to read
   * @param endRowGroup first one after it
   * @param bytes that a scan of the wanted columns is thought to read
   * @param eliminated row groups that statistics ruled out before, for the counters
   */
  PlacedSplit(
      Path path,
      long fileLength,
      Map<String, String> names,
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
    out.writeInt(names.size());
    for (Map.Entry<String, String> e : names.entrySet()) {
      WritableUtils.writeString(out, e.getKey());
      WritableUtils.writeString(out, e.getValue()); // null stays null
    }
    out.writeInt(firstRowGroup);
    out.writeInt(endRowGroup);
    out.writeLong(bytes);
    out.writeLong(eliminated);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    fileLength = in.readLong();
    names = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      names.put(WritableUtils.readString(in), WritableUtils.readString(in));
    }
    firstRowGroup = in.readInt();
    endRowGroup = in.readInt();
    bytes = in.readLong();
    eliminated = in.readLong();
  }

  @Override
  public String toString() {
    return getPath() + " row groups [" + firstRowGroup + ", " + endRowGroup + ")";
  }
}

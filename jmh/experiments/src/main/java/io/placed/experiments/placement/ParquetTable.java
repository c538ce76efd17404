package io.placed.experiments.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A Parquet file. Its own reader is parquet-java's, which fetches whole column chunks. */
final class ParquetTable extends StoredTable {
  private final int rowGroups;

  ParquetTable(Layout layout, Path path) throws IOException {
    super(layout, path);
    try (ParquetFileReader reader = open()) {
      rowGroups = reader.getRowGroups().size();
    }
  }

  private ParquetFileReader open() throws IOException {
    return ParquetFileReader.open(
        HadoopInputFile.fromPath(
            new org.apache.hadoop.fs.Path(path().toUri()), new Configuration()));
  }

  @Override
  int rowGroups() {
    return rowGroups;
  }

  @Override
  List<Extent> extents(List<String> columns) throws IOException {
    List<Extent> out = new ArrayList<>();
    try (ParquetFileReader reader = open()) {
      int group = 0;
      for (BlockMetaData block : reader.getRowGroups()) {
        int unit = 0;
        for (ColumnChunkMetaData chunk : block.getColumns()) {
          if (wanted(chunk.getPath().toArray(), columns)) {
            OffsetIndex pages = reader.readOffsetIndex(chunk);
            for (int p = 0; p < pages.getPageCount(); p++) {
              out.add(
                  new Extent(
                      group, unit, p, 0, pages.getOffset(p), pages.getCompressedPageSize(p)));
            }
          }
          unit++;
        }
        group++;
      }
    }
    return out;
  }

  /** Columns of a group are fields of a struct. */
  private static boolean wanted(String[] column, List<String> columns) {
    return columns.contains(column[column.length - 1]);
  }

  @Override
  Reading own(List<String> columns, Place place) throws IOException {
    var file = new org.apache.hadoop.fs.Path(place.address(path()));
    CountingFileSystem counting = new CountingFileSystem(file.getFileSystem(place.hadoop()));
    long length = counting.getFileStatus(file).getLen();
    InputFile input =
        new InputFile() {
          @Override
          public long getLength() {
            return length;
          }

          @Override
          public SeekableInputStream newStream() throws IOException {
            return HadoopStreams.wrap(counting.open(file));
          }
        };
    long rows = 0;
    try (ParquetFileReader reader = ParquetFileReader.open(input)) {
      List<ColumnDescriptor> wanted =
          reader.getFileMetaData().getSchema().getColumns().stream()
              .filter(c -> wanted(c.getPath(), columns))
              .toList();
      reader.setRequestedSchema(wanted);
      for (PageReadStore g = reader.readNextRowGroup(); g != null; g = reader.readNextRowGroup()) {
        rows += g.getRowCount();
      }
    }
    if (rows != layout().table().rows()) {
      throw new IllegalStateException(path() + " has " + rows + " rows");
    }
    return new Reading(needed(columns), counting.bytes(), counting.requests(), counting.seeks());
  }
}

package io.placed.experiments.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;

/**
 * An ORC file. Places of pages are not in its metadata: streams are divided into parts of 64 KiB.
 */
final class OrcTable extends StoredTable {
  private static final int PART_BYTES = 64 << 10;

  private final int rowGroups;

  OrcTable(Layout layout, Path path) throws IOException {
    super(layout, path);
    try (Reader reader = open()) {
      rowGroups = reader.getStripes().size();
    }
  }

  private Reader open() throws IOException {
    return OrcFile.createReader(
        new org.apache.hadoop.fs.Path(path().toUri()), OrcFile.readerOptions(new Configuration()));
  }

  @Override
  int rowGroups() {
    return rowGroups;
  }

  /** Numbers of the columns in the file: those of a group are fields of a struct. */
  private static boolean[] included(TypeDescription schema, List<String> columns) {
    boolean[] out = new boolean[schema.getMaximumId() + 1];
    out[0] = true;
    include(schema, columns, out);
    return out;
  }

  private static boolean include(TypeDescription type, List<String> columns, boolean[] out) {
    boolean any = false;
    for (int i = 0; type.getChildren() != null && i < type.getChildren().size(); i++) {
      TypeDescription child = type.getChildren().get(i);
      String name = type.getFieldNames().get(i);
      boolean wanted =
          child.getCategory() == TypeDescription.Category.STRUCT
              ? include(child, columns, out)
              : columns.contains(name);
      out[child.getId()] = wanted;
      any |= wanted;
    }
    return any;
  }

  @Override
  List<Extent> extents(List<String> columns) throws IOException {
    List<Extent> out = new ArrayList<>();
    try (Reader reader = open();
        RecordReader rows = reader.rows()) {
      boolean[] included = included(reader.getSchema(), columns);
      List<StripeInformation> stripes = reader.getStripes();
      for (int s = 0; s < stripes.size(); s++) {
        long at = stripes.get(s).getOffset();
        OrcProto.StripeFooter footer = ((RecordReaderImpl) rows).readStripeFooter(stripes.get(s));
        int[] parts = new int[included.length];
        for (OrcProto.Stream stream : footer.getStreamsList()) {
          int column = stream.getColumn();
          if (included[column] && isData(stream.getKind())) {
            for (long done = 0; done < stream.getLength(); done += PART_BYTES) {
              long length = Math.min(PART_BYTES, stream.getLength() - done);
              out.add(new Extent(s, column, parts[column]++, 0, at + done, length));
            }
          }
          at += stream.getLength();
        }
      }
    }
    return out;
  }

  private static boolean isData(OrcProto.Stream.Kind kind) {
    return switch (kind) {
      case DATA, LENGTH, PRESENT, DICTIONARY_DATA, SECONDARY -> true;
      default -> false;
    };
  }

  @Override
  Reading own(List<String> columns, Place place) throws IOException {
    var file = new org.apache.hadoop.fs.Path(place.address(path()));
    CountingFileSystem counting = new CountingFileSystem(file.getFileSystem(place.hadoop()));
    long found = 0;
    try (Reader reader =
            OrcFile.createReader(file, OrcFile.readerOptions(place.hadoop()).filesystem(counting));
        RecordReader rows =
            reader.rows(reader.options().include(included(reader.getSchema(), columns)))) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (rows.nextBatch(batch)) {
        found += batch.size;
      }
    }
    if (found != layout().table().rows()) {
      throw new IllegalStateException(path() + " has " + found + " rows");
    }
    return new Reading(needed(columns), counting.bytes(), counting.requests(), counting.seeks());
  }
}

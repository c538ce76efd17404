package io.placed.experiments.placement;

import io.placed.experiments.placement.BufferedStream.Head;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.scan.BatchReader;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of Placed, perhaps with siblings. */
final class PlacedTable extends StoredTable {
  private final FileMap map;
  private final int rowGroups;

  PlacedTable(Layout layout, Path path) throws IOException {
    super(layout, path);
    try (FileReader reader =
        FileReader.open(new LocalFileStore().input(path.toString()), new IoCounters())) {
      this.map = reader.map(true);
      this.rowGroups = reader.rowGroups().size();
    }
  }

  @Override
  List<Path> files() {
    List<Path> out = new ArrayList<>();
    for (int f = 0; f < map.files().size(); f++) {
      out.add(f == 0 ? path() : path().resolveSibling(map.files().get(f).name()));
    }
    return out;
  }

  @Override
  int rowGroups() {
    return rowGroups;
  }

  @Override
  List<Extent> extents(List<String> names) throws IOException {
    Schema schema = layout().table().schema();
    List<Integer> columns = names.stream().map(schema::indexOf).toList();
    List<Extent> out = new ArrayList<>();
    for (FileMap.Extent e : map.extents()) {
      boolean wanted =
          e.data()
              && (e.column() >= 0
                  ? columns.contains(e.column())
                  : map.groups().get(e.group()).stream().anyMatch(columns::contains));
      if (wanted) {
        out.add(
            new Extent(e.rowGroup(), e.group(), e.firstPage(), e.file(), e.offset(), e.length()));
      }
    }
    return out;
  }

  @Override
  Reading own(List<String> columns, Place place) throws IOException {
    Schema wanted = layout().table().schema().select(columns);
    ReadRequest request = ReadRequest.all().withColumns(wanted);
    IoCounters counters = new IoCounters();
    ReadPlan plan;
    long rows = 0;
    try (FileReader file = FileReader.open(place.store().input(place.address(path())), counters)) {
      plan = file.plan(request);
      try (BatchReader reader = file.read(request)) {
        while (reader.next()) {
          rows += reader.batch().rows();
        }
      }
    }
    if (rows != layout().table().rows()) {
      throw new IllegalStateException(
          path() + " has " + rows + " rows, not " + layout().table().rows());
    }
    Head head = new Head();
    plan.requests().forEach(r -> head.moves(r.file(), r.offset(), r.end()));
    return new Reading(plan.bytesNeeded(), counters.bytesRead(), counters.requests(), head.seeks());
  }
}

package io.placed.advise.cost;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Pages of this library.
 *
 * @param options of the table
 * @param pageRows rows of a page
 */
public record PlacedPages(WriteOptions options, int pageRows) implements PageFormat {
  private static final LocalFileStore STORE = new LocalFileStore();

  @Override
  public void write(String path, Schema schema, Reordering sort, Iterator<Batch> batches)
      throws IOException {
    Placement placement =
        new Placement(
            sort,
            new RowGroups.OfRows(RowGroups.MAX_ROWS),
            ColumnGroups.NONE,
            Placement.DEFAULT.packing());
    WriteOptions how = options.withPlacement(placement).withPageRows(pageRows);
    try (FileWriter out = FileWriter.create(STORE, path, schema, how)) {
      while (batches.hasNext()) {
        out.write(batches.next());
      }
      out.finish();
    }
  }

  @Override
  public Pages open(String path, Schema schema) throws IOException {
    return new Written(FileReader.open(STORE.input(path), new IoCounters()), schema);
  }

  private record Written(FileReader reader, Schema schema) implements Pages {
    @Override
    public Map<String, Stored> stored() throws IOException {
      Map<String, Stored> out = new LinkedHashMap<>();
      for (FileLayout.ColumnLayout c : reader.layout().columns()) {
        out.put(c.name(), new Stored(c.storedBytes() - c.dictionaryBytes(), c.dictionaryBytes()));
      }
      return out;
    }

    @Override
    public Set<String> parents(String column) throws IOException {
      Set<String> out = new LinkedHashSet<>();
      DerivedFrom.add(reader, column, out);
      return out;
    }

    @Override
    public void scan(String column) throws IOException {
      scan(column, () -> {});
    }

    @Override
    public long scan(String column, Runnable begun) throws IOException {
      ReadRequest request = ReadRequest.all().withColumns(schema.select(List.of(column)));
      long rows = 0;
      try (BatchReader in = reader.read(request)) {
        if (in.next()) {
          in.batch();
          begun.run();
        }
        while (in.next()) {
          rows += in.batch().rows();
        }
      }
      return rows;
    }

    @Override
    public PlannedQuery plan(List<String> columns, Predicate filter) throws IOException {
      ReadRequest all = ReadRequest.all().withColumns(schema.select(columns));
      ReadRequest request = filter == null ? all : all.withFilter(filter);
      ReadPlan plan = reader.plan(request);
      long rows = 0;
      for (ReadPlan.PlannedRowGroup g : plan.rowGroups()) {
        RowGroupInfo info = reader.rowGroups().get(g.number());
        for (int page : g.pages()) {
          rows += Math.min(info.pageRows(), info.rows() - (long) page * info.pageRows());
        }
      }
      return new Planned(reader, request, plan.requests().size(), rows);
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  private record Planned(FileReader reader, ReadRequest request, long requests, long rows)
      implements PlannedQuery {
    @Override
    public long run() throws IOException {
      long matching = 0;
      try (BatchReader in = reader.read(request)) {
        while (in.next()) {
          matching += in.batch().rows();
        }
      }
      return matching;
    }
  }
}

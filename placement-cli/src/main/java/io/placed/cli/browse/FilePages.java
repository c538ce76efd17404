package io.placed.cli.browse;

import io.placed.cli.browse.Html.Link;
import io.placed.cli.raw.RawDump;
import io.placed.cli.store.TableFiles;
import io.placed.scan.FileLayout;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pages about one file: itself, a row group, the pages of a column in it, and one page. */
final class FilePages implements AutoCloseable {
  private final TableFiles files;
  private final long snapshot;
  private final int number;
  private final DataFile file;
  private final FileReader reader;
  private final List<Link> way;
  private final String css;

  FilePages(TableFiles files, long snapshot, int number, List<Link> way, String css)
      throws IOException {
    this.files = files;
    this.snapshot = snapshot;
    this.number = number;
    this.way = way;
    this.css = css;
    file = files.files().get(number);
    reader = files.open(file);
  }

  String of(String name, Map<String, String> query) throws IOException {
    return switch (name) {
      case "file" -> file(query);
      case "rowgroup" -> rowGroup(query);
      case "chunk" -> chunk(query);
      default -> page(query);
    };
  }

  private Link here(String text, String page, Object... more) {
    List<Object> query = new ArrayList<>(List.of("s", snapshot, "f", number));
    query.addAll(List.of(more));
    return Link.to(text, page, query.toArray());
  }

  private String file(Map<String, String> query) throws IOException {
    int from = (int) BrowsePages.number(query, "from", BrowsePages.LAST_FROM);
    FileLayout layout = reader.layout();
    Html out = new Html();
    way.add(Link.none(file.path()));
    out.path(way);
    out.facts(
        "rows", Amounts.count(reader.rows()),
        "bytes", Amounts.bytes(layout.length()),
        "of them data", Amounts.bytes(layout.dataBytes()),
        "footers", Amounts.bytes(layout.footerBytes()),
        "siblings", layout.siblings().isEmpty() ? "" : Amounts.count(layout.siblings().size()),
        "file id", reader.fileId(),
        "placement", reader.placement(),
        "written by", reader.writerVersion());
    out.heading("Row groups");
    List<List<Link>> rows = new ArrayList<>();
    List<RowGroupInfo> groups = reader.rowGroups();
    for (int g = from; g < Math.min(groups.size(), from + BrowsePages.ROWS); g++) {
      RowGroupInfo group = groups.get(g);
      rows.add(
          List.of(
              here(String.valueOf(g), "rowgroup", "g", g),
              Link.none(Amounts.count(group.rows())),
              Link.none(Amounts.count(group.pageRows())),
              Link.none(Amounts.count(group.offset())),
              Link.none(Amounts.bytes(group.length()))));
    }
    out.table(List.of(">row group", ">rows", ">rows of a page", ">offset", ">bytes"), rows);
    BrowsePages.more(out, groups.size(), from, "file", "s", snapshot, "f", number);
    out.heading("Columns");
    out.table(
        List.of(
            "column",
            "type",
            ">column group",
            ">encoded",
            ">stored",
            ">pages",
            "codecs",
            "encodings"),
        layout.columns().stream()
            .limit(BrowsePages.ROWS)
            .map(
                c ->
                    List.of(
                        Link.none(c.name()),
                        Link.none(c.type()),
                        Link.none(c.group()),
                        Link.none(layout.rowMajor() ? "–" : Amounts.bytes(c.rawBytes())),
                        Link.none(layout.rowMajor() ? "–" : Amounts.bytes(c.storedBytes())),
                        Link.none(Amounts.count(c.pages())),
                        Link.none(String.join(", ", c.codecs())),
                        Link.none(c.encodings())))
            .toList());
    if (!reader.metadata().isEmpty()) {
      List<Object> metadata = new ArrayList<>();
      reader.metadata().forEach((k, v) -> metadata.addAll(List.of(k, v)));
      out.heading("Metadata").facts(metadata.toArray());
    }
    return out.page("File " + file.path(), css);
  }

  private int group(Map<String, String> query) {
    int g = (int) BrowsePages.number(query, "g", Integer.MAX_VALUE);
    if (g >= reader.rowGroups().size()) {
      throw new IllegalArgumentException(
          "there is no row group " + g + "; the file has " + reader.rowGroups().size());
    }
    return g;
  }

  /** What the pages of a row group are of: columns, or column groups with shared pages. */
  private record Chunk(int group, int column) {}

  private String rowGroup(Map<String, String> query) throws IOException {
    int g = group(query);
    Schema schema = reader.schema();
    FileMap map = reader.map(true);
    Map<Chunk, List<FileMap.Extent>> chunks = new LinkedHashMap<>();
    for (FileMap.Extent e : map.extents()) {
      if (e.rowGroup() == g) {
        chunks.computeIfAbsent(new Chunk(e.group(), e.column()), c -> new ArrayList<>()).add(e);
      }
    }
    Html out = new Html();
    way.add(here(file.path(), "file"));
    way.add(Link.none("row group " + g));
    out.path(way);
    RowGroupInfo info = reader.rowGroups().get(g);
    out.facts("rows", Amounts.count(info.rows()), "bytes", Amounts.bytes(info.length()));
    List<List<Link>> rows = new ArrayList<>();
    for (Map.Entry<Chunk, List<FileMap.Extent>> e : chunks.entrySet()) {
      Chunk c = e.getKey();
      List<FileMap.Extent> pages = e.getValue();
      Field field = c.column() < 0 ? null : schema.field(c.column());
      ColumnStatistics s = field == null ? null : reader.rowGroupStatistics(g, field.name());
      rows.add(
          List.of(
              here(name(map, schema, c), "chunk", "g", g, "cg", c.group(), "c", c.column() + 1),
              Link.none(c.group()),
              Link.none(Amounts.count(pages.stream().mapToInt(FileMap.Extent::pages).sum())),
              Link.none(Amounts.bytes(pages.stream().mapToLong(FileMap.Extent::length).sum())),
              Link.none(Amounts.bytes(pages.stream().mapToLong(FileMap.Extent::rawBytes).sum())),
              Link.none(s == null ? "" : s.describe(field.type()))));
    }
    out.table(
        List.of("column", ">column group", ">pages", ">bytes", ">before compression", "values"),
        rows);
    return out.page("Row group " + g, css);
  }

  private static String name(FileMap map, Schema schema, Chunk c) {
    return c.column() >= 0
        ? schema.field(c.column()).name()
        : String.join(
            ", ", map.groups().get(c.group()).stream().map(i -> schema.field(i).name()).toList());
  }

  private String chunk(Map<String, String> query) throws IOException {
    int g = group(query);
    int from = (int) BrowsePages.number(query, "from", BrowsePages.LAST_FROM);
    int cg = (int) BrowsePages.number(query, "cg", Integer.MAX_VALUE);
    int column = (int) BrowsePages.number(query, "c", reader.schema().size()) - 1;
    FileMap map = reader.map(true);
    if (!map.groups().containsKey(cg)) {
      throw new IllegalArgumentException("there is no column group " + cg);
    }
    String name = name(map, reader.schema(), new Chunk(cg, column));
    List<FileMap.Extent> pages =
        map.extents().stream()
            .filter(e -> e.rowGroup() == g && e.group() == cg && e.column() == column)
            .toList();
    Html out = new Html();
    way.add(here(file.path(), "file"));
    way.add(here("row group " + g, "rowgroup", "g", g));
    way.add(Link.none(name));
    out.path(way);
    if (column >= 0) {
      out.facts("type", reader.schema().field(column).type());
    }
    List<List<Link>> rows = new ArrayList<>();
    for (FileMap.Extent e :
        pages.subList(
            Math.min(from, pages.size()), Math.min(pages.size(), from + BrowsePages.ROWS))) {
      rows.add(row(e, g, column, name));
    }
    out.table(
        List.of(
            ">page",
            ">node",
            ">file",
            ">offset",
            ">bytes",
            ">before compression",
            "encoding",
            "values"),
        rows);
    BrowsePages.more(
        out,
        pages.size(),
        from,
        "chunk",
        "s",
        snapshot,
        "f",
        number,
        "g",
        g,
        "cg",
        cg,
        "c",
        column + 1);
    return out.page(name + " in row group " + g, css);
  }

  private List<Link> row(FileMap.Extent e, int g, int column, String name) throws IOException {
    boolean page = e.firstPage() >= 0;
    boolean whole = page && column >= 0 && e.node() == 0;
    ColumnStatistics s = whole ? reader.pageStatistics(g, e.firstPage(), name) : null;
    return List.of(
        here(
            page ? String.valueOf(e.firstPage()) : "dictionary",
            "page",
            "g",
            g,
            "c",
            column + 1,
            "k",
            e.file(),
            "o",
            e.offset()),
        Link.none(Math.max(0, e.node())),
        Link.none(e.file() == 0 ? "" : "sibling " + e.file()),
        Link.none(Amounts.count(e.offset())),
        Link.none(Amounts.count(e.length())),
        Link.none(Amounts.count(e.rawBytes())),
        Link.none(whole ? reader.encoding(g, e.firstPage(), name) : ""),
        Link.none(s == null ? "" : s.describe(reader.schema().field(column).type())));
  }

  private String page(Map<String, String> query) throws IOException {
    int g = group(query);
    int column = (int) BrowsePages.number(query, "c", reader.schema().size()) - 1;
    int sibling = (int) BrowsePages.number(query, "k", Integer.MAX_VALUE);
    long offset = BrowsePages.number(query, "o", Long.MAX_VALUE);
    String name = column < 0 ? null : reader.schema().field(column).name();
    String dump = RawDump.page(files.input(file), name, sibling, offset);
    if (dump.isEmpty()) {
      throw new IllegalArgumentException("there is no page at offset " + offset);
    }
    Html out = new Html();
    way.add(here(file.path(), "file"));
    way.add(here("row group " + g, "rowgroup", "g", g));
    way.add(Link.none("page at offset " + Amounts.count(offset)));
    out.path(way);
    out.preformatted(dump);
    return out.page(name == null ? "Page" : "Page of " + name, css);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}

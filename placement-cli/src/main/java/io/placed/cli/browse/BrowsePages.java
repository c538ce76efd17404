package io.placed.cli.browse;

import io.placed.cli.browse.Html.Link;
import io.placed.cli.store.Moment;
import io.placed.cli.store.TableFiles;
import io.placed.cli.text.SnapshotRow;
import io.placed.explain.ScanExplainer;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.picture.map.MapDocument;
import io.placed.picture.waterfall.Waterfall;
import io.placed.picture.waterfall.WaterfallSvg;
import io.placed.picture.waterfall.WaterfallText;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.text.Amounts;
import io.placed.text.Markup;
import io.placed.text.Quoting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The pages by name: table, snapshot, map, explain, and those of {@link FilePages}. */
final class BrowsePages {
  private static final int SNAPSHOTS = 200;

  /** Rows of a long table that one page shows. */
  static final int ROWS = 500;

  /** The largest number of a first row in a query. */
  static final int LAST_FROM = Integer.MAX_VALUE - ROWS;

  private final FileStores stores;
  private final String path;
  private final String css;

  BrowsePages(FileStores stores, String path) throws IOException {
    this.stores = stores;
    this.path = path;
    css = Markup.resource(BrowsePages.class, "browse.css");
  }

  /**
   * A page; null if none has this name.
   *
   * @throws IllegalArgumentException if the query is wrong
   */
  String of(String name, Map<String, String> query) throws IOException {
    return switch (name) {
      case "" -> table();
      case "snapshot" -> snapshot(query);
      case "map" -> map(query);
      case "explain" -> explain(query);
      case "file", "rowgroup", "chunk", "page" -> file(name, query);
      default -> null;
    };
  }

  private String table() throws IOException {
    DataSet dataSet = DataSet.at(stores, path);
    TableFiles current = new TableFiles(stores, path);
    Html out = new Html();
    about(current.snapshot(), out);
    out.links(Link.to("Map of the files", "map"), Link.to("What a query reads", "explain"));
    List<SnapshotInfo> history =
        current.snapshot().id() > 0 ? dataSet.history(SNAPSHOTS) : List.of();
    if (history.isEmpty()) {
      files(current, 0, 0, out);
    } else {
      out.heading("Snapshots");
      List<List<Link>> rows = new ArrayList<>();
      for (SnapshotInfo s : history) {
        List<Link> row = new ArrayList<>();
        for (String text : SnapshotRow.of(s)) {
          row.add(row.isEmpty() ? Link.to(text, "snapshot", "s", s.id()) : Link.none(text));
        }
        rows.add(row);
      }
      out.table(SnapshotRow.COLUMNS, rows);
    }
    columnsOf(current.snapshot(), out);
    return out.page(path, css);
  }

  private static void about(Snapshot s, Html out) {
    out.facts(
        "rows", Amounts.count(s.rows()),
        "columns", Amounts.count(s.schema().size()),
        "files", Amounts.count(s.files().size()),
        "bytes", Amounts.bytes(s.bytes()),
        "snapshot", s.id() > 0 ? s.id() + " (" + s.operation() + ")" : "",
        "partitioned", s.partitioning().isPartitioned() ? s.partitioning().spec(s.schema()) : "",
        "placement", s.id() > 0 ? s.placement() : "");
  }

  private static void columnsOf(Snapshot s, Html out) {
    out.heading("Columns");
    out.table(
        List.of("column", "type"),
        s.schema().fields().stream()
            .limit(ROWS)
            .map(f -> List.of(Link.none(f.name()), Link.none(f.type())))
            .toList());
  }

  private String snapshot(Map<String, String> query) throws IOException {
    long id = number(query, "s", Long.MAX_VALUE);
    int from = (int) number(query, "from", LAST_FROM);
    TableFiles files = at(id);
    Html out = new Html();
    out.path(List.of(Link.to(path, "./"), Link.none("snapshot " + id)));
    about(files.snapshot(), out);
    if (!files.snapshot().properties().isEmpty()) {
      List<Object> properties = new ArrayList<>();
      files.snapshot().properties().forEach((k, v) -> properties.addAll(List.of(k, v)));
      out.heading("Properties").facts(properties.toArray());
    }
    files(files, id, from, out);
    columnsOf(files.snapshot(), out);
    return out.page("Snapshot " + id, css);
  }

  private static void files(TableFiles files, long id, int from, Html out) {
    List<DataFile> all = files.files();
    out.heading("Files");
    List<List<Link>> rows = new ArrayList<>();
    for (int f = from; f < Math.min(all.size(), from + ROWS); f++) {
      DataFile file = all.get(f);
      rows.add(
          List.of(
              Link.to(file.path(), "file", "s", id, "f", f),
              Link.none(Amounts.count(file.rows())),
              Link.none(Amounts.count(file.rows() - file.liveRows())),
              Link.none(Amounts.bytes(file.length())),
              Link.none(file.partition().isEmpty() ? "" : file.partition().toString())));
    }
    out.table(List.of("file", ">rows", ">marked as deleted", ">bytes", "partition"), rows);
    more(out, all.size(), from, "snapshot", "s", id);
  }

  /** A link to the rest of a long table. */
  static void more(Html out, int all, int from, String page, Object... query) {
    if (from + ROWS < all) {
      Object[] next = Arrays.copyOf(query, query.length + 2);
      next[query.length] = "from";
      next[query.length + 1] = from + ROWS;
      out.links(Link.to(Amounts.count(all - from - ROWS) + " more", page, next));
    }
  }

  private String file(String name, Map<String, String> query) throws IOException {
    long id = number(query, "s", Long.MAX_VALUE);
    TableFiles files = at(id);
    int f = (int) number(query, "f", Integer.MAX_VALUE);
    if (f >= files.files().size()) {
      throw new IllegalArgumentException(
          "there is no file " + f + "; the table has " + files.files().size());
    }
    List<Link> way = new ArrayList<>(List.of(Link.to(path, "./")));
    if (id > 0) {
      way.add(Link.to("snapshot " + id, "snapshot", "s", id));
    }
    try (FilePages pages = new FilePages(files, id, f, way, css)) {
      return pages.of(name, query);
    }
  }

  private TableFiles at(long id) throws IOException {
    return new TableFiles(
        stores, path, id == 0 ? Moment.NOW : new Moment(String.valueOf(id), null));
  }

  private String map(Map<String, String> query) throws IOException {
    DataSet dataSet = DataSet.at(stores, path);
    return MapDocument.of(dataSet, dataSet.current(), columns(query), condition(query)).html();
  }

  private static Predicate condition(Map<String, String> query) {
    String where = given(query, "where");
    return where == null ? null : Predicate.parse(where);
  }

  private String explain(Map<String, String> query) throws IOException {
    List<String> columns = columns(query);
    String where = given(query, "where");
    DataSet dataSet = DataSet.at(stores, path);
    ScanExplainer explainer =
        new ScanExplainer(dataSet, dataSet.current(), columns, condition(query), null);
    String asked = Waterfall.query(PathNames.name(path), columns, where);
    Waterfall waterfall = Waterfall.of(asked, explainer.explain(), explainer.device(), null);
    Html out = new Html();
    out.path(List.of(Link.to(path, "./"), Link.none("what a query reads")));
    out.queryForm(
        "explain", columns == null ? "" : Quoting.columns(columns), where == null ? "" : where);
    out.drawing(WaterfallSvg.of(waterfall)).preformatted(WaterfallText.of(waterfall));
    out.links(Link.to("The same in the map", "map", mapQuery(query)));
    return out.page("What a query reads", css);
  }

  private static Object[] mapQuery(Map<String, String> query) {
    List<Object> out = new ArrayList<>();
    for (String name : new String[] {"c", "where"}) {
      String value = given(query, name);
      if (value != null) {
        out.addAll(List.of(name, value));
      }
    }
    return out.toArray();
  }

  /** Null for all. */
  private static List<String> columns(Map<String, String> query) {
    String text = given(query, "c");
    return text == null ? null : Quoting.columns(text);
  }

  /** Null if it is not given or blank. */
  private static String given(Map<String, String> query, String name) {
    String text = query.get(name);
    return text == null || text.isBlank() ? null : text;
  }

  /** A number that is not negative; 0 if it is not given. */
  static long number(Map<String, String> query, String name, long most) {
    String text = query.getOrDefault(name, "0");
    try {
      long n = Long.parseLong(text);
      if (n >= 0 && n <= most) {
        return n;
      }
    } catch (NumberFormatException e) {
      // As a number out of range.
    }
    throw new IllegalArgumentException("no valid number: " + name + "=" + text);
  }
}

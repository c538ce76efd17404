package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.placed.cli.store.TableLayout;
import io.placed.scan.RowGroupInfo;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.util.Collection;

/** What {@code placed inspect --json} prints of a table. */
final class InspectJson {
  private InspectJson() {}

  static JsonElement of(String path, TableLayout l) {
    JsonObject root = new JsonObject();
    Snapshot s = l.files().snapshot();
    root.addProperty("path", path);
    root.addProperty("rows", l.rows());
    root.addProperty("bytes", l.bytes());
    root.addProperty("dataBytes", l.dataBytes());
    root.addProperty("footerBytes", l.footerBytes());
    root.addProperty("snapshot", s.id());
    root.addProperty("operation", s.operation());
    root.add("partitionColumns", list(s.partitionColumns()));
    root.add("placements", list(l.placements()));
    root.add("codecs", list(l.codecs()));
    root.add("writers", list(l.writers()));
    JsonObject metadata = new JsonObject();
    l.metadata().forEach(metadata::addProperty);
    root.add("metadata", metadata);
    root.add("files", files(l));
    root.add("rowGroups", rowGroups(l));
    JsonArray blocks = new JsonArray();
    l.blocks().forEach(blocks::add);
    root.add("blockBytes", blocks);
    root.add("columns", columns(l));
    root.add("columnGroups", groups(l));
    return root;
  }

  private static JsonArray files(TableLayout l) {
    JsonArray out = new JsonArray();
    for (DataFile f : l.files().files()) {
      JsonObject file = new JsonObject();
      file.addProperty("path", f.path());
      file.addProperty("id", f.fileId());
      file.addProperty("rows", f.rows());
      file.addProperty("bytes", f.length());
      JsonObject partition = new JsonObject();
      f.partition().forEach(partition::addProperty);
      file.add("partition", partition);
      out.add(file);
    }
    return out;
  }

  private static JsonArray rowGroups(TableLayout l) {
    JsonArray out = new JsonArray();
    for (RowGroupInfo g : l.rowGroups()) {
      JsonObject group = new JsonObject();
      group.addProperty("rows", g.rows());
      group.addProperty("pageRows", g.pageRows());
      group.addProperty("offset", g.offset());
      group.addProperty("bytes", g.length());
      out.add(group);
    }
    return out;
  }

  private static JsonArray columns(TableLayout l) {
    JsonArray out = new JsonArray();
    l.columns()
        .forEach(
            (name, p) -> {
              JsonObject column = new JsonObject();
              column.addProperty("name", name);
              column.addProperty("type", l.type(name));
              column.addProperty("group", p.group());
              sizes(column, p);
              column.addProperty("dictionaryBytes", p.dictionary());
              column.addProperty("pages", p.pages());
              column.addProperty("codecs", p.codecs());
              column.addProperty("encodings", p.encodings());
              out.add(column);
            });
    return out;
  }

  private static JsonArray groups(TableLayout l) {
    JsonArray out = new JsonArray();
    l.groups()
        .forEach(
            (names, p) -> {
              JsonObject group = new JsonObject();
              group.add("columns", list(names));
              sizes(group, p);
              out.add(group);
            });
    return out;
  }

  private static void sizes(JsonObject out, TableLayout.Part p) {
    out.addProperty("encodedBytes", p.raw() < 0 ? null : p.raw());
    out.addProperty("storedBytes", p.stored() < 0 ? null : p.stored());
  }

  private static JsonArray list(Collection<String> values) {
    JsonArray out = new JsonArray();
    values.forEach(out::add);
    return out;
  }
}

package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.placed.cli.store.TableBlocks;
import io.placed.cli.store.TableBlocks.Physical;
import io.placed.io.FileBlocks;
import java.util.Collection;

/** What {@code placed blocks --json} prints of a table. */
final class BlocksJson {
  private BlocksJson() {}

  static JsonElement of(String path, TableBlocks t) {
    JsonObject root = new JsonObject();
    root.addProperty("path", path);
    root.addProperty("rows", t.rows());
    root.addProperty("bytes", t.bytes());
    root.addProperty("files", t.files());
    JsonArray placements = new JsonArray();
    t.placements().forEach(placements::add);
    root.add("placements", placements);
    root.addProperty("fileSystemHasBlocks", t.known());
    root.add("fileSystemBlockBytes", numbers(t.blockSizes()));
    root.add("placementBlockBytes", numbers(t.configured()));
    root.addProperty("fileSystemBlocks", t.known() ? t.storedBlocks() : null);
    root.addProperty("exactBlocks", t.known() ? t.exactBlocks() : null);
    root.addProperty("rowGroups", t.rowGroups());
    root.addProperty("straddlingRowGroups", t.straddlingRowGroups());
    root.addProperty("paddingBytes", t.padding());
    root.addProperty("paddingFraction", t.bytes() == 0 ? 0 : (double) t.padding() / t.bytes());
    root.addProperty("colocatedRowGroups", t.known() ? t.together() : null);
    root.addProperty("sameNodesRowGroups", t.known() ? t.sameNodes() : null);
    JsonArray blocks = new JsonArray();
    for (Physical b : t.blocks()) {
      blocks.add(block(b, t.known()));
    }
    root.add("physicalBlocks", blocks);
    return root;
  }

  private static JsonElement block(Physical b, boolean known) {
    JsonObject out = new JsonObject();
    out.addProperty("file", b.file());
    out.addProperty("number", b.number());
    out.addProperty("offset", b.offset());
    out.addProperty("length", b.length());
    out.add("rowGroups", numbers(b.rowGroups()));
    out.add("columnGroups", numbers(b.groups()));
    out.addProperty("straddlingRowGroups", b.straddling());
    out.addProperty("paddingBytes", b.padding());
    out.addProperty("exact", known ? b.exact() : null);
    out.addProperty("replication", known ? b.replication() : null);
    JsonArray stored = new JsonArray();
    for (FileBlocks.Block s : b.stored()) {
      JsonObject one = new JsonObject();
      one.addProperty("offset", s.offset());
      one.addProperty("length", s.length());
      if (known) {
        one.addProperty("corrupt", s.corrupt());
        one.add("nodes", texts(s.nodes()));
        one.add("hosts", texts(s.hosts()));
      }
      stored.add(one);
    }
    out.add(known ? "fileSystemBlocks" : "blocksOfThatSize", stored);
    return out;
  }

  private static JsonArray numbers(Collection<? extends Number> values) {
    JsonArray out = new JsonArray();
    values.forEach(out::add);
    return out;
  }

  private static JsonArray texts(Collection<String> values) {
    JsonArray out = new JsonArray();
    values.forEach(out::add);
    return out;
  }
}

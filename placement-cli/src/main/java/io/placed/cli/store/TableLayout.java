package io.placed.cli.store;

import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The layout of a table, over all of its files. */
public final class TableLayout {
  /** Sums over the files; bytes of a column are -1 if its group is row-major. */
  public static final class Part {
    private long stored;
    private long raw;
    private long dictionary;
    private long pages;
    private final Set<String> encodings = new LinkedHashSet<>();
    private final Set<String> codecs = new TreeSet<>();
    private String group = "";
    private String type = "";
    private boolean shared;

    public long stored() {
      return shared ? -1 : stored;
    }

    public long raw() {
      return shared ? -1 : raw;
    }

    public long dictionary() {
      return dictionary;
    }

    public long pages() {
      return pages;
    }

    public String encodings() {
      return String.join(" | ", encodings);
    }

    public String codecs() {
      return String.join(", ", codecs);
    }

    /** Number of the column group, or "several" if the files differ. */
    public String group() {
      return group;
    }

    public String type() {
      return type;
    }
  }

  private final TableFiles files;
  private final Map<String, Part> columns = new LinkedHashMap<>();
  private final Map<List<String>, Part> groups = new LinkedHashMap<>();
  private final List<RowGroupInfo> rowGroups = new ArrayList<>();
  private final List<Long> blocks = new ArrayList<>();
  private final Set<String> placements = new LinkedHashSet<>();
  private final Set<String> writers = new LinkedHashSet<>();
  private final Set<String> codecs = new TreeSet<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();
  private long dataBytes;
  private long footerBytes;

  private TableLayout(TableFiles files) {
    this.files = files;
  }

  /** Opens every file of the table. */
  public static TableLayout of(FileStores stores, String path, Moment moment) throws IOException {
    TableLayout layout = new TableLayout(new TableFiles(stores, path, moment));
    layout.schema().fields().forEach(f -> layout.columns.put(f.name(), new Part()));
    for (DataFile f : layout.files.files()) {
      try (FileReader reader = FileReader.open(layout.files.input(f), new IoCounters())) {
        layout.add(f, reader);
      }
    }
    return layout;
  }

  private void add(DataFile of, FileReader file) throws IOException {
    FileLayout l = file.layout();
    placements.add(file.placement().toString());
    writers.add(file.writerVersion());
    metadata.putAll(file.metadata());
    rowGroups.addAll(l.rowGroups());
    l.blocks().forEach(b -> blocks.add(b.length()));
    dataBytes += l.dataBytes();
    footerBytes += l.footerBytes();
    for (FileLayout.ColumnLayout c : l.columns()) {
      Part p = columns.computeIfAbsent(name(of, c.name()), n -> new Part());
      p.shared |= l.rowMajor();
      p.stored += c.storedBytes();
      p.raw += c.rawBytes();
      p.dictionary += c.dictionaryBytes();
      p.pages += c.pages();
      p.codecs.addAll(c.codecs());
      codecs.addAll(c.codecs());
      if (p.encodings.isEmpty()) {
        p.encodings.add(c.encodings());
      }
      p.type = c.type().toString();
      String group = String.valueOf(c.group());
      p.group = p.group.isEmpty() || p.group.equals(group) ? group : "several";
    }
    for (FileLayout.Group g : l.groups()) {
      List<String> names = g.columns().stream().map(c -> name(of, c)).toList();
      Part p = groups.computeIfAbsent(names, n -> new Part());
      p.stored += g.storedBytes();
      p.raw += g.rawBytes();
    }
  }

  /** The name in the table, or one that says that the column is dropped. */
  private static String name(DataFile file, String stored) {
    String column = file.columnOf(stored);
    return column == null ? stored + " (dropped)" : column;
  }

  /** The type of a column in the table; of a dropped one, in its files. */
  public String type(String column) {
    int c = schema().indexOf(column);
    return c < 0 ? columns.get(column).type() : schema().field(c).type().toString();
  }

  public Schema schema() {
    return files.snapshot().schema();
  }

  public TableFiles files() {
    return files;
  }

  public long rows() {
    return files.snapshot().rows();
  }

  public long bytes() {
    return files.snapshot().bytes();
  }

  public Map<String, Part> columns() {
    return columns;
  }

  /** Sizes by column group, given by the names of its columns. */
  public Map<List<String>, Part> groups() {
    return groups;
  }

  public List<RowGroupInfo> rowGroups() {
    return rowGroups;
  }

  /** Lengths of the physical blocks. */
  public List<Long> blocks() {
    return blocks;
  }

  /** The distinct placements of the files. */
  public Set<String> placements() {
    return placements;
  }

  public Set<String> writers() {
    return writers;
  }

  public Set<String> codecs() {
    return codecs;
  }

  public Map<String, String> metadata() {
    return metadata;
  }

  public long dataBytes() {
    return dataBytes;
  }

  public long footerBytes() {
    return footerBytes;
  }
}

package io.placed.hive.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.parse.ASTNode;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer;
import org.apache.hadoop.hive.ql.parse.ParseDriver;
import org.apache.hadoop.hive.ql.parse.ParseException;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * The tables and directories whose files a statement removes, and the tables that it adds files to,
 * from the syntax tree of Hive's own parser. Node types are compared by name, because their numbers
 * differ between releases.
 *
 * @param tables names of tables whose files are removed, split at the dots
 * @param directories whose files are removed, as in the statement
 * @param inserted names of tables that get a value of each column from a query and keep the rows
 *     that they have
 * @param added names of other tables that get files and keep those that they have
 * @param loads the LOAD statements among those that add files
 * @param unknown whether Hive's parser rejected the text, which may remove files
 * @param unknownAdditions whether Hive's parser rejected the text, which may add files
 */
record Removals(
    List<List<String>> tables,
    List<String> directories,
    List<List<String>> inserted,
    List<List<String>> added,
    List<Load> loads,
    boolean unknown,
    boolean unknownAdditions) {
  /** A statement without these words removes nothing. */
  private static final List<String> REMOVING = List.of("OVERWRITE", "TRUNCATE");

  /** A statement without these words adds nothing. */
  private static final List<String> ADDING = List.of("INSERT", "LOAD");

  /** The last result, because Hive creates many SerDes while it compiles one statement. */
  private static final AtomicReference<Parsed> LAST = new AtomicReference<>();

  /**
   * A LOAD statement.
   *
   * @param path as in the statement
   * @param local whether it says LOCAL
   * @param table name, split at the dots
   * @param partition values of the partition columns that it names, by their names in lower case
   */
  record Load(String path, boolean local, List<String> table, Map<String, String> partition) {}

  private record Parsed(String statement, Removals removals) {}

  static Removals of(String statement, Configuration conf) {
    Parsed last = LAST.get();
    if (last == null || !last.statement().equals(statement)) {
      last = new Parsed(statement, parse(statement, conf));
      LAST.set(last);
    }
    return last.removals();
  }

  private static Removals parse(String statement, Configuration conf) {
    Removals found =
        new Removals(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            false,
            false);
    String upper = upper(statement);
    boolean removes = REMOVING.stream().anyMatch(upper::contains);
    boolean adds = ADDING.stream().anyMatch(upper::contains);
    if (!removes && !adds) {
      return found;
    }
    try {
      found.collect(new ParseDriver().parse(statement, conf).getTree());
    } catch (ParseException e) {
      return new Removals(List.of(), List.of(), List.of(), List.of(), List.of(), removes, adds);
    }
    return found;
  }

  /**
   * Converts to upper case like Hive's lexer, character by character; this also maps a dotless i to
   * I.
   */
  private static String upper(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      out.append(Character.toUpperCase(text.charAt(i)));
    }
    return out.toString();
  }

  private void collect(ASTNode node) {
    switch (text(node)) {
      case "TOK_DESTINATION", "TOK_TRUNCATETABLE" -> targets(node, tables);
      case "TOK_INSERT_INTO" -> targets(node, namesColumns(node) ? added : inserted);
      case "TOK_LOAD" -> load(node);
      default -> {
        // Other nodes do neither themselves, but their children may.
      }
    }
    for (int i = 0; i < node.getChildCount(); i++) {
      collect((ASTNode) node.getChild(i));
    }
  }

  private void load(ASTNode node) {
    boolean overwrites = false;
    boolean local = false;
    for (int i = 2; i < node.getChildCount(); i++) {
      String word = upper(text((ASTNode) node.getChild(i)));
      overwrites |= word.equals("OVERWRITE");
      local |= word.equals("LOCAL");
    }
    ASTNode target = (ASTNode) node.getChild(1);
    List<List<String>> named = new ArrayList<>();
    targets(node, named);
    (overwrites ? tables : added).addAll(named);
    for (List<String> table : named) {
      String path = BaseSemanticAnalyzer.stripQuotes(node.getChild(0).getText());
      loads.add(new Load(path, local, table, partition(target)));
    }
  }

  private static Map<String, String> partition(ASTNode target) {
    Map<String, String> values = new HashMap<>();
    for (int i = 1; i < target.getChildCount(); i++) {
      ASTNode spec = (ASTNode) target.getChild(i);
      for (int k = 0; k < spec.getChildCount(); k++) {
        ASTNode pair = (ASTNode) spec.getChild(k);
        String name = BaseSemanticAnalyzer.unescapeIdentifier(pair.getChild(0).getText());
        String value = pair.getChildCount() > 1 ? text((ASTNode) pair.getChild(1)) : null;
        values.put(
            name.toLowerCase(Locale.ROOT),
            value == null ? null : BaseSemanticAnalyzer.stripQuotes(value));
      }
    }
    return values;
  }

  private static boolean namesColumns(ASTNode insert) {
    for (int i = 0; i < insert.getChildCount(); i++) {
      if (text((ASTNode) insert.getChild(i)).equals("TOK_TABCOLNAME")) {
        return true;
      }
    }
    return false;
  }

  /** The root of several trees has no token. */
  private static String text(ASTNode node) {
    return node.getText() == null ? "" : node.getText();
  }

  private void targets(ASTNode node, List<List<String>> named) {
    for (int i = 0; i < node.getChildCount(); i++) {
      ASTNode child = (ASTNode) node.getChild(i);
      switch (text(child)) {
        case "TOK_TABNAME" -> {
          List<String> parts = new ArrayList<>();
          for (int k = 0; k < child.getChildCount(); k++) {
            parts.add(BaseSemanticAnalyzer.unescapeIdentifier(child.getChild(k).getText()));
          }
          named.add(parts);
        }
        case "TOK_DIR", "TOK_LOCAL_DIR" -> {
          String path = child.getChild(0).getText();
          if (path.startsWith("'") || path.startsWith("\"")) {
            directories.add(BaseSemanticAnalyzer.unescapeSQLString(path));
          }
        }
        default -> targets(child, named);
      }
    }
  }

  /**
   * Whether files of a table are removed.
   *
   * @param name as {@code database.table}
   */
  boolean ofTable(String name) {
    String[] own = name.split("\\.");
    return unknown || tables.stream().anyMatch(t -> isSame(t, own));
  }

  /**
   * Whether a table gets files beside those that it has.
   *
   * @param name as {@code database.table}
   */
  boolean addsTo(String name) {
    String[] own = name.split("\\.");
    return unknownAdditions || insertsInto(name) || added.stream().anyMatch(t -> isSame(t, own));
  }

  /**
   * Whether it is known that a table gets a value of each column from a query. If the statement
   * names columns, Hive says only that there are none of these names when its SerDe is not created:
   * then the tasks have to check.
   *
   * @param name as {@code database.table}
   */
  boolean insertsInto(String name) {
    String[] own = name.split("\\.");
    return inserted.stream().anyMatch(t -> isSame(t, own));
  }

  /**
   * The LOAD statements into a table.
   *
   * @param name as {@code database.table}
   */
  List<Load> loadsInto(String name) {
    String[] own = name.split("\\.");
    return loads.stream().filter(l -> isSame(l.table(), own)).toList();
  }

  private static boolean isSame(List<String> given, String[] own) {
    // A third part names a branch or another part of the table.
    int table = given.size() > 1 ? 1 : 0;
    if (!given.get(table).equalsIgnoreCase(own[own.length - 1]) || own.length < 2) {
      return given.get(table).equalsIgnoreCase(own[own.length - 1]);
    }
    String database = table == 1 ? given.get(0) : currentDatabase();
    return database == null || database.equalsIgnoreCase(own[own.length - 2]);
  }

  /** The database of names without one; null if it is not known, as in tasks. */
  private static String currentDatabase() {
    SessionState session = SessionState.get();
    return session == null ? null : session.getCurrentDatabase();
  }
}

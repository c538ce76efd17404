package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.TableState;
import io.placed.table.snapshot.Tag;
import java.io.IOException;
import java.util.Optional;

/**
 * Gives a snapshot a name, or removes a name.
 *
 * @param snapshot null for the newest
 */
public record TagChange(String commitId, String name, Kind kind, Long snapshot)
    implements TableOperation {
  /** What is done with the name. */
  public enum Kind {
    CREATE,
    REPLACE,
    DELETE
  }

  public TagChange {
    Tag.requireName(name);
  }

  /** Commits a change of a tag. */
  public static TableState commit(TableDirectory table, String name, Kind kind, Long snapshot)
      throws IOException {
    String id = ManagedName.newCommit(table.machine());
    return new Publisher(table, id, Long.MAX_VALUE)
        .publish(new TagChange(id, name, kind, snapshot));
  }

  @Override
  public String operation() {
    return "tag";
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IllegalArgumentException(
          table.path() + ": cannot have tags before its first snapshot; write to it first");
    }
    Retention now = base.retention();
    Optional<Tag> known = now.tag(name);
    if (kind == Kind.CREATE && known.isPresent()) {
      throw new IllegalArgumentException(
          table.path()
              + ": tag "
              + name
              + " exists and names snapshot "
              + known.get().snapshot()
              + "; replace it explicitly to name another one");
    }
    if (kind == Kind.DELETE) {
      if (known.isEmpty()) {
        throw new IllegalArgumentException(
            table.path() + ": " + table.history().missingTag(name, now));
      }
      return after(table, base, now.without(name));
    }
    long tagged = snapshot == null ? base.info().id() : snapshot;
    table.history().retained(tagged, base); // It exists, and can be read.
    long replaced = now.tagOf(tagged).map(Tag::replacedMillis).orElse(0L);
    return after(table, base, now.with(new Tag(name, tagged, replaced)));
  }

  private TableState after(TableDirectory table, TableState base, Retention retention) {
    return base.after(
        base.info().next(commitId, operation(), table.machine().millis()),
        base.cleanup(),
        retention);
  }
}

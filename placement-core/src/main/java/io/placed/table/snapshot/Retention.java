package io.placed.table.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which snapshots of a log stay: those from a number on, and those with a tag. A vacuum commits the
 * number before it removes anything. Immutable.
 *
 * @param from the first snapshot that has not expired
 * @param tags by name
 */
public record Retention(long from, List<Tag> tags) {
  /** Nothing has expired. */
  public static final Retention ALL = new Retention(1, List.of());

  /** Roots have to stay small. */
  private static final int MAX_TAGS = 1000;

  public Retention {
    List<Tag> sorted = new ArrayList<>(tags);
    sorted.sort(Comparator.comparing(Tag::name));
    tags = List.copyOf(sorted);
    if (from < 1) {
      throw new IllegalArgumentException("retainedFrom must be at least 1, found " + from);
    }
    if (tags.stream().map(Tag::name).distinct().count() != tags.size()) {
      throw new IllegalArgumentException("two tags have the same name");
    }
  }

  /** Whether a snapshot that exists stays. */
  public boolean has(long snapshot) {
    return snapshot >= from || tagOf(snapshot).isPresent();
  }

  public Optional<Tag> tag(String name) {
    return tags.stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /** A tag that names the snapshot. */
  public Optional<Tag> tagOf(long snapshot) {
    return tags.stream().filter(t -> t.snapshot() == snapshot).findFirst();
  }

  /** The snapshots that only tags keep, ascending. */
  public SortedSet<Long> onlyTagged() {
    return tags.stream()
        .map(Tag::snapshot)
        .filter(s -> s < from)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * With another tag, in place of one of the same name.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public Retention with(Tag tag) {
    List<Tag> all = new ArrayList<>(without(tag.name()).tags);
    if (all.size() >= MAX_TAGS) {
      throw new IllegalArgumentException(
          "a table has at most " + MAX_TAGS + " tags; remove some before adding " + tag.name());
    }
    all.add(tag);
    return new Retention(from, all);
  }

  public Retention without(String name) {
    return new Retention(from, tags.stream().filter(t -> !t.name().equals(name)).toList());
  }
}

package io.placed.table.rewrite;

import io.placed.error.CorruptFileException;
import io.placed.predicate.Predicate;
import io.placed.table.commit.FileCheck;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.PartitionTexts;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The complete files of an earlier attempt of a rewrite that can be used. */
final class RewriteAttempt {
  /** What a task writes for a group. */
  record Output(List<String> sources, List<String> ranges, int index) {
    static Output of(RewriteGroup group, int index) {
      return new Output(group.sources(), group.rangeTexts(), index);
    }

    static Output of(RewriteJournal.Entry e) {
      return new Output(e.sources(), e.ranges(), e.output());
    }

    /** Equal for all tasks of a group. */
    Output first() {
      return new Output(sources, ranges, 0);
    }
  }

  private final TableDirectory table;
  private final RewriteJournal journal;
  private final Set<String> partitionNames;
  private final PartitionTexts partitions;

  /** Files of the snapshot by identity that no group has. */
  private final Map<String, DataFile> left = new LinkedHashMap<>();

  private final Map<Output, RewriteGroup> groups = new LinkedHashMap<>();
  private final Set<Output> outputs = new HashSet<>();
  private final List<RewriteJournal.Entry> entries = new ArrayList<>();

  private RewriteAttempt(TableDirectory table, RewriteJournal journal, Snapshot now) {
    this.table = table;
    this.journal = journal;
    this.partitionNames = Set.copyOf(now.partitioning().names(now.schema()));
    this.partitions = new PartitionTexts(now.fields());
    now.files().forEach(f -> left.put(f.identity(), f));
  }

  /**
   * The files of a journal whose sources are all in the table, and not used by another one.
   *
   * @param now the table
   * @throws CorruptFileException if the journal cannot be that of a rewrite of the table
   */
  static RewriteAttempt of(TableDirectory table, RewriteJournal journal, Snapshot now)
      throws IOException {
    RewriteAttempt attempt = new RewriteAttempt(table, journal, now);
    for (RewriteJournal.Entry e : journal.entries()) {
      attempt.add(e);
    }
    return attempt;
  }

  private void add(RewriteJournal.Entry e) throws IOException {
    Output output = Output.of(e);
    boolean known = groups.containsKey(output.first());
    if (known ? outputs.contains(output) : !left.keySet().containsAll(e.sources())) {
      return;
    }
    for (DataFile f : e.files()) {
      if (!isThere(f)) {
        return;
      }
    }
    if (known) {
      requirePartitions(groups.get(output.first()).files(), e.files());
    } else {
      List<DataFile> files = e.sources().stream().map(left::get).toList();
      requirePartitions(files, e.files());
      left.keySet().removeAll(e.sources());
      List<Predicate> ranges = e.ranges().stream().map(Predicate::parse).toList();
      groups.put(output.first(), RewriteGroup.of(files, ranges));
    }
    outputs.add(output);
    entries.add(e);
  }

  /** New files are in the partition of their sources, or in partitions of now. */
  private void requirePartitions(List<DataFile> sources, List<DataFile> files)
      throws CorruptFileException {
    Set<Map<String, String>> former = new HashSet<>();
    sources.forEach(f -> former.add(f.partition()));
    for (DataFile f : files) {
      boolean stays = former.equals(Set.of(f.partition()));
      if (!stays && !f.partition().keySet().equals(partitionNames)) {
        throw damaged(
            f.path()
                + " has the partition "
                + f.partition()
                + "; needed is a value for each of "
                + partitionNames
                + ", or the partition of the files that it replaces",
            null);
      }
      try {
        partitions.require(f);
      } catch (IllegalArgumentException e) {
        throw damaged(e.getMessage(), e);
      }
    }
  }

  private CorruptFileException damaged(String what, Throwable cause) {
    return new CorruptFileException(
        journal.directory(), 0, what + "; without this directory the rewrite begins anew", cause);
  }

  private boolean isThere(DataFile file) throws IOException {
    try {
      new FileCheck(table).requireComplete(file);
      return true;
    } catch (FileNotFoundException | CorruptFileException e) {
      return false;
    }
  }

  /** Groups of which at least one file is complete. */
  List<RewriteGroup> groups() {
    return List.copyOf(groups.values());
  }

  /** Files of the snapshot that are in no group. */
  List<DataFile> remaining() {
    return List.copyOf(left.values());
  }

  List<RewriteJournal.Entry> entries() {
    return entries;
  }

  boolean has(RewriteGroup group, int output) {
    return outputs.contains(Output.of(group, output));
  }

  /** Rows of the complete files. */
  long rows() {
    return entries.stream().mapToLong(RewriteJournal.Entry::rows).sum();
  }
}

package io.placed.table.rewrite;

import io.placed.error.CommitConflictException;
import io.placed.error.CorruptFileException;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.commit.CommitClaims;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.write.options.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;

/**
 * Rewrites a table, or some of its partitions, with another placement. New files are written beside
 * the old ones and replace them in one commit; rows that others append meanwhile are kept, and
 * readers keep the snapshot that they opened. What the options do not set stays as in the table.
 *
 * <p>A journal lists the complete files. If the rewrite is interrupted before its commit, the next
 * one with the same settings resumes it.
 *
 * <pre>{@code
 * Rewrite rewrite = Rewrite.prepare(stores, path, RewriteOptions.of(Map.of("placement", "orc")));
 * rewrite.run(fraction -> {});
 * }</pre>
 *
 * <p>Engines {@link #start} it, run its {@link #tasks} in any process and {@link #commit} their
 * results.
 */
public final class Rewrite {
  private final FileStores stores;
  private final TableDirectory table;
  private final Snapshot before;
  private final RewriteOptions options;
  private final Map<String, String> settings;
  private final RewriteJournal journal;
  private final RewriteAttempt earlier;
  private final List<RewriteGroup> groups;
  private final List<DataFile> scope;
  private final List<RewriteTask> tasks;

  private Rewrite(
      FileStores stores,
      TableDirectory table,
      Snapshot before,
      RewriteOptions options,
      RewriteSelector selector)
      throws IOException {
    this.stores = stores;
    this.table = table;
    this.before = before;
    this.options = options;
    List<DataFile> asked = selector.scope(before, before.files());
    this.settings = KeptSettings.of(table, before, asked).with(options.settings());
    WriteOptions.of(settings).placement().requireWritable().requireFits(fileSchema());
    this.journal = journal();
    this.earlier = RewriteAttempt.of(table, journal, before);
    this.groups = new ArrayList<>(earlier.groups());
    groups.addAll(selector.select(table, before, selector.scope(before, earlier.remaining())));
    this.scope = groups.stream().flatMap(g -> g.files().stream()).toList();
    this.tasks = plan();
  }

  /**
   * Plans the rewrite; changes nothing. It has no {@link #tasks} and no rows if there is nothing to
   * do.
   *
   * @throws FileNotFoundException if the table does not exist
   * @throws IllegalArgumentException if the placement does not fit, or the condition uses other
   *     columns than partition columns
   */
  public static Rewrite prepare(FileStores stores, String path, RewriteOptions options)
      throws IOException {
    return prepare(
        stores,
        path,
        options,
        new WholePartitions(options.where(), options.fileBytes(), options.onlyMoved()));
  }

  /** The same for files that are chosen otherwise; {@code where} is only part of the identity. */
  public static Rewrite prepare(
      FileStores stores, String path, RewriteOptions options, RewriteSelector selector)
      throws IOException {
    TableDirectory table = TableDirectory.at(stores, path);
    Snapshot before = table.current();
    if (!stores.forPath(path).stat(path).directory()) {
      throw new IllegalArgumentException(
          path + ": is a single file; only data sets can be rewritten");
    }
    return new Rewrite(stores, table, before, options, selector);
  }

  private RewriteJournal journal() throws IOException {
    for (RewriteJournal known : RewriteJournal.all(table)) {
      if (known.isOf(identity()) && !new CommitClaims(table).isTaken(known.commitId())) {
        if (!mayBeCommitted(known)) {
          return known;
        }
        // If its rewrite is committed, its files are in snapshots, and its id is taken.
        known.delete();
      }
    }
    return new RewriteJournal(table, ManagedName.newCommit(table.machine()));
  }

  /**
   * Whether a snapshot is that of a journal, or may have been: of those that have expired nobody
   * knows, but tags and later snapshots may list their files.
   */
  private boolean mayBeCommitted(RewriteJournal known) throws IOException {
    OptionalLong base = known.base();
    if (base.isEmpty()) {
      return true;
    }
    long oldest = before.id() + 1;
    for (SnapshotInfo s : table.history().after(base.getAsLong())) {
      if (s.commitId().equals(known.commitId())) {
        return true;
      }
      oldest = s.id();
    }
    boolean allAfter = oldest == base.getAsLong() + 1;
    return !allAfter;
  }

  /**
   * Settings that two rewrites must share to reuse files of each other, including the schema, whose
   * types the statistics have.
   */
  private Map<String, String> identity() {
    Map<String, String> identity = options.identity(settings);
    // Not what foreign files add to it: they may come and go meanwhile.
    identity.put("schema", before.loggedSchema().toString());
    identity.put("partitioning", before.partitioning().toString());
    // An older version, whose entries have one file, does not resume it.
    identity.put("files", "by partition");
    return identity;
  }

  /** The remaining tasks. */
  private List<RewriteTask> plan() {
    List<RewriteTask> planned = new ArrayList<>();
    for (RewriteGroup group : groups) {
      for (int output = 0; output < group.outputs(); output++) {
        if (!earlier.has(group, output)) {
          planned.add(task(planned.size(), group, output));
        }
      }
    }
    return List.copyOf(planned);
  }

  private RewriteTask task(int number, RewriteGroup group, int output) {
    return new RewriteTask(
        table.path(),
        journal.commitId(),
        number,
        group,
        output,
        before,
        settings,
        options.keepAccess());
  }

  private Schema fileSchema() {
    return DataFileCopy.fileSchema(before);
  }

  /** The placement of the new files. */
  public Placement placement() {
    return WriteOptions.of(settings).placement();
  }

  /** What is to be written. */
  public List<RewriteTask> tasks() {
    return tasks;
  }

  /** Rows of all files to be replaced. */
  public long rows() {
    return scope.stream().mapToLong(DataFile::liveRows).sum();
  }

  /** Rows that an earlier attempt has written. */
  public long rowsDone() {
    return earlier.rows();
  }

  /** Estimates cost and result of the rewrite; changes nothing. */
  public RewriteEstimate estimate() throws IOException {
    List<Long> rows = tasks.stream().map(RewriteTask::rows).toList();
    long moved = groups.stream().filter(RewriteGroup::divided).mapToLong(RewriteGroup::rows).sum();
    return RewriteSample.estimate(
            table, before.schema(), scope, rows, earlier.entries(), fileSchema(), settings)
        .moving(moved);
  }

  /** Must be called before the first task. From now on the rewrite can be resumed. */
  public void start() throws IOException {
    // Fails if the directory cannot have a log.
    table.startLog();
    journal.begin(identity(), before.id());
  }

  /**
   * Runs all tasks in this thread, and commits.
   *
   * @param progress receives the finished fraction, from 0 to 1
   */
  public RewriteResult run(DoubleConsumer progress) throws IOException {
    if (scope.isEmpty()) {
      return commit(List.of());
    }
    start();
    long all = Math.max(1, rows());
    long[] done = {rowsDone()};
    IntConsumer count =
        rows -> {
          done[0] += rows;
          progress.accept((double) done[0] / all);
        };
    List<String> written = new ArrayList<>();
    for (RewriteTask task : tasks) {
      written.add(task.run(stores, count));
    }
    return commit(written);
  }

  /**
   * Replaces the old files by the new ones.
   *
   * @param written the results of all tasks
   * @throws CommitConflictException if one of the old files was removed meanwhile; nothing was
   *     committed, and the next attempt reuses new files whose sources still exist
   */
  public RewriteResult commit(List<String> written) throws IOException {
    List<RewriteJournal.Entry> entries = new ArrayList<>(earlier.entries());
    written.forEach(text -> entries.add(RewriteJournal.Entry.fromJson(text)));
    requireComplete(entries);
    // A range may turn out to have no rows.
    List<DataFile> files =
        entries.stream()
            .flatMap(e -> e.files().stream().filter(f -> e.ranges().isEmpty() || f.rows() > 0))
            .toList();
    Set<String> replaced = new HashSet<>();
    scope.forEach(f -> replaced.add(f.path()));
    boolean asked = options.where() == null && Placement.isAmong(options.settings());
    if (scope.isEmpty() && (!asked || before.id() == 0)) {
      return result(before.id(), files);
    }
    // The placement of the table stays as it is, and follows columns that are renamed meanwhile.
    Placement placement = asked || options.where() == null && before.id() == 0 ? placement() : null;
    Commit commit =
        Commit.resume(
                table,
                journal.commitId(),
                ColumnBinding.of(before.schemaWith(scope), before),
                before.partitioning().spec(before.schema()),
                placement)
            .ofCopies()
            .basedOn(before);
    boolean lost = false;
    long snapshot;
    try {
      Snapshot committed = commit.replaceFiles(replaced, files);
      snapshot = committed.id();
      lost = commit.wasThere() && lists(committed, replaced);
    } catch (CommitConflictException e) {
      snapshot = committedBefore(replaced);
      if (snapshot == 0) {
        throw e;
      }
    }
    if (lost) {
      throw new CommitConflictException(
          table.path(),
          "another process has resumed this rewrite and committed it without some of the files"
              + " that this one has chosen; rewrite them again");
    }
    cleanUp();
    return result(snapshot, files);
  }

  private void requireComplete(List<RewriteJournal.Entry> entries) throws CorruptFileException {
    Set<RewriteAttempt.Output> left = new HashSet<>();
    for (RewriteGroup g : groups) {
      for (int output = 0; output < g.outputs(); output++) {
        left.add(RewriteAttempt.Output.of(g, output));
      }
    }
    for (RewriteJournal.Entry e : entries) {
      if (!left.remove(RewriteAttempt.Output.of(e))) {
        throw new IllegalArgumentException(
            table.path() + ": this rewrite does not replace " + e.sources());
      }
    }
    long rows = entries.stream().mapToLong(RewriteJournal.Entry::rows).sum();
    if (!left.isEmpty() || rows != rows()) {
      String found =
          left.size() + " tasks have not written, " + rows + " of " + rows() + " rows were written";
      if (!earlier.entries().isEmpty()) {
        throw new CorruptFileException(
            journal.directory(),
            0,
            found + ", some by an earlier attempt; without this directory the rewrite begins anew");
      }
      throw new IllegalStateException(table.path() + ": " + found);
    }
  }

  private static boolean lists(Snapshot snapshot, Set<String> paths) {
    try {
      return !snapshot.files(paths).isEmpty();
    } catch (UncheckedIOException e) {
      return false; // It has expired since, and its manifests with it.
    }
  }

  /**
   * The snapshot of this rewrite if another process resumed and committed it first; else 0.
   *
   * @param replaced by this process, which may have chosen more files than the other
   */
  private long committedBefore(Set<String> replaced) throws IOException {
    for (SnapshotInfo s : table.history().after(before.id())) {
      if (s.commitId().equals(journal.commitId())) {
        try {
          return table.log().read(s.id()).files().of(replaced).isEmpty() ? s.id() : 0;
        } catch (FileNotFoundException | CorruptFileException e) {
          return 0; // It has expired since, and its manifests with it.
        }
      }
    }
    return 0;
  }

  /**
   * Removes the journal. Files that other processes have written for the same rewrite stay until a
   * vacuum finds them: after a rollback one of them may commit them.
   */
  private void cleanUp() {
    try {
      journal.delete();
    } catch (IOException e) {
      return; // The commit is valid.
    }
  }

  private RewriteResult result(long snapshot, List<DataFile> files) {
    return new RewriteResult(
        snapshot,
        rows(),
        scope.size(),
        files.size(),
        earlier.entries().size(),
        scope.stream().mapToLong(DataFile::totalLength).sum(),
        files.stream().mapToLong(DataFile::totalLength).sum());
  }
}

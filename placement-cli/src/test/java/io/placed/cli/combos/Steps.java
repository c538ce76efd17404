package io.placed.cli.combos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cli.combos.Model.State;
import io.placed.error.CommitConflictException;
import io.placed.io.FileStore;
import io.placed.table.DataSet;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.DeleteResult;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteTask;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Random steps. Each changes the table and the model in the same way, and returns a line that
 * describes it. Some come between two operations of another one.
 */
final class Steps extends RowSteps {
  Steps(String path, Model model) {
    super(path, model);
  }

  /** Runs one of the other steps. */
  String next(Random r) throws IOException {
    random = r;
    return switch (random.nextInt(27)) {
      case 23, 24 -> interrupted();
      case 25 -> beside();
      case 26 -> vacuum();
      case 0, 1, 2 -> append();
      case 3 -> overwrite();
      case 4, 14 -> overwritePartitions();
      case 5 -> add();
      case 6 -> drop();
      case 7 -> rename();
      case 8 -> widen();
      case 9 -> move();
      case 10 -> change();
      case 11 -> delete();
      case 12, 15 -> foreign();
      case 16 -> hideForeignFiles();
      case 17, 18, 19 -> deleteRows();
      case 20 -> maxDeletedShare();
      case 21 -> rollback();
      case 22 -> partitioning();
      default -> rewrite();
    };
  }

  /**
   * A rewrite or optimize of which some files are written, perhaps by an attempt before; another
   * step; and at times its commit, which changes no row or is refused.
   */
  private String interrupted() throws IOException {
    if (!model.visible().isEmpty()) {
      return deleteRows();
    }
    Rewrite rewrite = prepare();
    List<RewriteTask> tasks = rewrite.tasks();
    if (tasks.isEmpty()) {
      return append();
    }
    boolean crashes = random.nextBoolean();
    int count = crashes ? random.nextInt(tasks.size() + 1) : tasks.size();
    rewrite.start();
    List<String> written = new ArrayList<>();
    for (RewriteTask task : tasks.subList(0, count)) {
      written.add(task.run(stores, n -> {}));
    }
    String what = "a rewrite of " + tasks.size() + " files, of which " + count + " are written; ";
    if (crashes) {
      return what + next(random);
    }
    boolean alone = random.nextInt(4) == 0;
    what += alone ? "" : next(random);
    try {
      rewrite.commit(written);
      committed(model.now().columns(), model.now().rows());
      return what + "; committed";
    } catch (CommitConflictException e) {
      if (alone) {
        throw e;
      }
      return what + "; " + e.getMessage();
    }
  }

  /** Few different ones, so that one goes on where another ended. */
  private Rewrite prepare() throws IOException {
    if (random.nextBoolean()) {
      return Rewrite.prepare(
          stores, path, RewriteOptions.of(Map.of("placement", "orc")).withFileBytes(3000));
    }
    double overlap = random.nextInt(6) / 10.0;
    return Optimize.prepare(
        stores, path, OptimizeOptions.defaults().withFileBytes(3000).withOverlap(overlap));
  }

  /** Deletes rows, and another step comes between two of its operations. */
  private String beside() throws IOException {
    if (!model.visible().isEmpty()) {
      return deleteRows();
    }
    State before = model.now();
    Condition which = Condition.random(before.columns(), random, 2);
    Set<Map<Integer, Object>> matching = Collections.newSetFromMap(new IdentityHashMap<>());
    matching.addAll(before.rows());
    matching.removeIf(r -> !Boolean.TRUE.equals(which.test().of(r)));
    List<String> done = new ArrayList<>();
    FileStore store =
        hooked(
            1 + random.nextInt(12),
            () -> {
              // Afterwards it would be a step like any other.
              if (newest() == model.newest()) {
                done.add(other(before));
              }
            });
    String what = "beside the deletion of rows where " + which.predicate() + ": ";
    DeleteResult result = DataSet.at(p -> store, path).deleteRows(which.predicate());
    String ended = what + done + ", " + result;
    if (newest() > model.newest()) {
      assertEquals(model.newest() + 1, newest(), ended);
      State now = model.now();
      List<Map<Integer, Object>> left = new ArrayList<>(now.rows());
      left.removeIf(matching::contains);
      if (now.rows().size() - left.size() != result.rows()) {
        // There was a conflict, and it was planned anew.
        left = new ArrayList<>(now.rows());
        left.removeIf(r -> Boolean.TRUE.equals(which.test().of(r)));
        assertEquals(now.rows().size() - left.size(), result.rows(), ended);
      }
      assertTrue(result.rows() > 0, ended);
      committed(now.columns(), left);
    } else {
      // Before the other step, or after it, no row matched.
      assertEquals(0, result.rows(), ended);
      boolean none =
          model.now().rows().stream().noneMatch(r -> Boolean.TRUE.equals(which.test().of(r)));
      assertTrue(matching.isEmpty() || none, ended);
    }
    return ended;
  }

  /** A step after which the condition means the same. */
  private String other(State before) throws IOException {
    return switch (random.nextInt(9)) {
      case 0 -> append();
      case 1 -> overwrite();
      case 2 -> change();
      case 3, 4 -> deleteRows();
      case 5 -> vacuum();
      case 6 -> partitioning();
      case 7 ->
          model.foreign.isEmpty()
              ? rollback(then -> then.columns().equals(before.columns()))
              : deleteRows();
      default -> rewrite();
    };
  }

  private interface Hook {
    void run() throws IOException;
  }

  /** Runs something before an operation. */
  private FileStore hooked(int at, Hook hook) throws IOException {
    FileStore real = stores.forPath(path);
    int[] operations = {0};
    return (FileStore)
        Proxy.newProxyInstance(
            FileStore.class.getClassLoader(),
            new Class<?>[] {FileStore.class},
            (proxy, method, args) -> {
              if (++operations[0] == at) {
                hook.run();
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

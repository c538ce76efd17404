package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import java.io.File;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacements of files on HDFS have the same permissions. */
@OneIn(2)
class HdfsAccessTest {
  private static final CreateOptions ATOMIC = CreateOptions.NEW.withAtomic(true);

  @TempDir static java.nio.file.Path directory;

  @Test
  void ownerGroupPermissionsAndListAreKept() throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(directory.toFile(), "dfs").toString());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      FileStore store = new HadoopFileStore(fs, conf);
      Path dir = new Path("/t");
      fs.mkdirs(dir);
      fs.modifyAclEntries(dir, AclEntry.parseAclSpec("default:user:eve:rwx", true));
      Path model = new Path(dir, "model");
      write(store.create(model.toString(), ATOMIC));
      fs.setOwner(model, "ada", "sales");
      fs.removeAcl(model);
      fs.setPermission(model, new FsPermission((short) 0640));
      Path plain = new Path(dir, "plain");
      PositionOutput out = store.createLike(plain.toString(), ATOMIC, model.toString());
      for (FileStatus hidden : fs.listStatus(dir, p -> p.getName().startsWith("."))) {
        // With an access control list, the group bits are the mask, so eve's entry of the default
        // list has no effect.
        assertEquals(0, hidden.getPermission().toShort() & 0077, hidden.toString());
      }
      write(out);
      assertSame(fs, model, plain);
      assertFalse(fs.getFileStatus(plain).hasAcl(), "the directory's default list is not wanted");

      fs.modifyAclEntries(model, AclEntry.parseAclSpec("user:bob:r--,group:audit:r-x", true));
      assertTrue(fs.getFileStatus(model).hasAcl());
      Path listed = new Path(dir, "listed");
      write(store.createLike(listed.toString(), ATOMIC, model.toString()));
      assertSame(fs, model, listed);

      String message = asBob(cluster, conf, dir, model);
      assertTrue(message.contains("cannot set owner ada and group sales"), message);
      assertEquals(3, fs.listStatus(dir).length, "nothing is left of what failed");
    }
  }

  /** Only a superuser can change the owner of files. */
  private static String asBob(MiniDFSCluster cluster, Configuration conf, Path dir, Path model)
      throws Exception {
    cluster.getFileSystem().setPermission(dir, new FsPermission((short) 0777));
    UserGroupInformation bob =
        UserGroupInformation.createUserForTesting("bob", new String[] {"users"});
    return bob.doAs(
        (PrivilegedExceptionAction<String>)
            () -> {
              FileSystem fs = FileSystem.newInstance(cluster.getURI(), conf);
              FileStore store = new HadoopFileStore(fs, conf);
              PositionOutput out = store.createLike(dir + "/bobs", ATOMIC, model.toString());
              IOException e = assertThrows(IOException.class, () -> write(out));
              out.abort();
              return e.getMessage();
            });
  }

  private static void write(PositionOutput out) throws IOException {
    out.write(new byte[] {1, 2, 3});
    out.close();
  }

  private static void assertSame(FileSystem fs, Path model, Path copy) throws IOException {
    FileStatus expected = fs.getFileStatus(model);
    FileStatus found = fs.getFileStatus(copy);
    assertEquals(expected.getOwner(), found.getOwner());
    assertEquals(expected.getGroup(), found.getGroup());
    assertEquals(expected.getPermission(), found.getPermission());
    assertEquals(fs.getAclStatus(model).getEntries(), fs.getAclStatus(copy).getEntries(), "list");
  }
}

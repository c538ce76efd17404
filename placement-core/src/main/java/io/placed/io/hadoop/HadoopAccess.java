package io.placed.io.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Access rights of a file of a Hadoop file system.
 *
 * @param acl the complete ACL; empty if the file has only permissions
 */
record HadoopAccess(String owner, String group, FsPermission permission, List<AclEntry> acl) {
  static final FsPermission OWNER_ONLY = new FsPermission((short) 0600);

  static HadoopAccess of(FileSystem fileSystem, Path file) throws IOException {
    FileStatus status;
    try {
      status = fileSystem.getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw HadoopFileStore.notFound(file.toString(), e);
    }
    FsPermission permission = status.getPermission();
    List<AclEntry> acl =
        status.hasAcl()
            ? complete(permission, fileSystem.getAclStatus(file).getEntries())
            : List.of();
    return new HadoopAccess(status.getOwner(), status.getGroup(), permission, acl);
  }

  /**
   * The NameNode returns only entries beyond the permissions. With an ACL, the group bits of the
   * permissions are the mask, and the ACL has the entry of the group.
   */
  private static List<AclEntry> complete(FsPermission permission, List<AclEntry> entries) {
    List<AclEntry> all = new ArrayList<>(entries);
    all.add(entry(AclEntryType.USER, permission.getUserAction()));
    all.add(entry(AclEntryType.MASK, permission.getGroupAction()));
    all.add(entry(AclEntryType.OTHER, permission.getOtherAction()));
    return all;
  }

  private static AclEntry entry(AclEntryType type, FsAction action) {
    return new AclEntry.Builder()
        .setScope(AclEntryScope.ACCESS)
        .setType(type)
        .setPermission(action)
        .build();
  }

  /**
   * @throws IOException if this user may not set owner and group
   */
  void applyTo(FileSystem fileSystem, Path file) throws IOException {
    FileStatus now = fileSystem.getFileStatus(file);
    boolean otherOwner = !owner.equals(now.getOwner());
    boolean otherGroup = !group.equals(now.getGroup());
    if (otherOwner || otherGroup) {
      try {
        fileSystem.setOwner(file, otherOwner ? owner : null, otherGroup ? group : null);
      } catch (IOException e) {
        throw new IOException(
            file
                + ": cannot set owner "
                + owner
                + " and group "
                + group
                + " of the file that it replaces: "
                + e.getMessage(),
            e);
      }
    }
    if (acl.isEmpty()) {
      fileSystem.setPermission(file, permission);
      if (fileSystem.getFileStatus(file).hasAcl()) {
        // From the default ACL of the directory.
        fileSystem.removeAcl(file);
        fileSystem.setPermission(file, permission);
      }
    } else {
      fileSystem.setAcl(file, acl);
    }
  }
}

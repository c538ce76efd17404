package io.placed.io;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;

/**
 * Access rights of a local file. ACLs are preserved where Java supports them, which it does not on
 * Linux.
 *
 * @param permissions null if the file system has none
 * @param acl null if Java does not support it
 */
record LocalAccess(
    UserPrincipal owner,
    GroupPrincipal group,
    Set<PosixFilePermission> permissions,
    List<AclEntry> acl) {

  static LocalAccess of(Path file) throws IOException {
    try {
      PosixFileAttributeView posix = posix(file);
      AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
      List<AclEntry> entries = acl == null ? null : acl.getAcl();
      if (posix == null) {
        return new LocalAccess(Files.getOwner(file), null, null, entries);
      }
      PosixFileAttributes a = posix.readAttributes();
      return new LocalAccess(a.owner(), a.group(), a.permissions(), entries);
    } catch (NoSuchFileException e) {
      throw LocalFileStore.notFound(file.toString(), e);
    }
  }

  private static PosixFileAttributeView posix(Path file) {
    return Files.getFileAttributeView(
        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Attributes of a new file that only its owner may read. */
  FileAttribute<?>[] forOwnerOnly() {
    return permissions == null
        ? new FileAttribute<?>[0]
        : new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
  }

  /**
   * @throws IOException if this process may not set owner and group
   */
  void applyTo(Path file) throws IOException {
    LocalAccess now = of(file);
    try {
      if (!owner.equals(now.owner)) {
        Files.setOwner(file, owner);
      }
      if (group != null && !group.equals(now.group)) {
        posix(file).setGroup(group);
      }
    } catch (FileSystemException e) {
      throw new IOException(
          file
              + ": cannot set owner "
              + owner.getName()
              + (group == null ? "" : " and group " + group.getName())
              + " of the file that it replaces: "
              + e.getReason(),
          e);
    }
    if (acl != null) {
      Files.getFileAttributeView(file, AclFileAttributeView.class).setAcl(acl);
    }
    // Last, because changing the owner may clear bits.
    if (permissions != null) {
      Files.setPosixFilePermissions(file, permissions);
    }
  }
}

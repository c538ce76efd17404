package io.placed.io.hadoop;

import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;

/** Differences between file systems and object stores, by scheme. */
final class ObjectStores {
  private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");
  private static final Set<String> AZURE = Set.of("abfs", "abfss", "wasb", "wasbs", "adl");

  private ObjectStores() {}

  static boolean isS3(String scheme) {
    return S3.contains(scheme);
  }

  static boolean isAzure(String scheme) {
    return AZURE.contains(scheme);
  }

  static boolean isGoogle(String scheme) {
    return scheme.equals("gs");
  }

  static boolean isObjectStore(FileSystem fileSystem) {
    String scheme = scheme(fileSystem);
    return isS3(scheme) || isAzure(scheme) || isGoogle(scheme);
  }

  static String scheme(FileSystem fileSystem) {
    return String.valueOf(fileSystem.getUri().getScheme()).toLowerCase(Locale.ROOT);
  }

  /** On these a listing by prefix is far cheaper than one per directory. */
  static boolean listsFlat(FileSystem fileSystem) {
    String scheme = scheme(fileSystem);
    return isS3(scheme) || isGoogle(scheme);
  }

  /** On these objects become visible on close, complete; a rename would copy them. */
  static boolean appearsOnClose(FileSystem fileSystem) {
    return listsFlat(fileSystem);
  }
}

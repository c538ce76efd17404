package io.placed.dependencies;

import java.util.Comparator;

/**
 * A library that a release ships, or the oldest version that the Python package accepts.
 *
 * @param ecosystem as OSV names it: Maven or PyPI
 * @param name group:artifact, or the name of the Python package
 * @param origin empty if we chose it, "with X" if our dependency X brings it, "in X" if it is a
 *     copy in the jar of X
 */
record Library(String ecosystem, String name, String version, String origin)
    implements Comparable<Library> {

  /** What we chose comes first, then what each dependency brings. */
  private static final Comparator<Library> ORDER =
      Comparator.comparing(Library::ecosystem)
          .thenComparing(Library::origin)
          .thenComparing(Library::name)
          .thenComparing(Library::version);

  static Library maven(String name, String version, String origin) {
    return new Library("Maven", name, version, origin);
  }

  /** Name and version, as answers have them. */
  String coordinates() {
    return name + " " + version;
  }

  @Override
  public int compareTo(Library other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    String chosen = ecosystem + " " + coordinates();
    return origin.isEmpty() ? chosen : chosen + " " + origin;
  }
}

package io.placed.encoding;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.placed.encoding.spi.Encoding;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Dependencies between the packages of encodings, and what each encoding exports. */
@AnalyzeClasses(packages = "io.placed", importOptions = DoNotIncludeTests.class)
class EncodingPackagesTest {
  private static final String ROOT = "io.placed.encoding.";
  private static final String SPI = ROOT + "spi";
  private static final String VALUES = ROOT + "values";
  private static final String KERNEL = ROOT + "kernel";
  private static final String CHOICE = ROOT + "choice";

  /** Encodings that other encodings may use directly; all others only through contexts. */
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "bool", Set.of("constant", "runlength"),
          "frequent", Set.of("bool"),
          "delta", Set.of("frame"),
          "divided", Set.of("frame"),
          "entropy", Set.of("frame"),
          "frontcoding", Set.of("plain", "fsst"));

  /** Public classes besides descriptors, which pages, chunks, or the encodings above need. */
  private static final Set<String> EXPORTED =
      Set.of(
          "bool.Booleans",
          "derived.Derivation",
          "derived.DerivedDecoder",
          "derived.DerivedPage",
          "derived.DerivedParent",
          "derived.KeyGroups",
          "derived.ParentKeys",
          "derived.ScaledIntegers",
          "derived.TimeOfDay",
          "dictionary.DictionaryEstimate",
          "dictionary.DictionaryValues",
          "frame.FrameOfReference",
          "fsst.FsstTable");

  @ArchTest static final ArchRule values = only(VALUES, List.of());
  @ArchTest static final ArchRule kernel = only(KERNEL, List.of());
  @ArchTest static final ArchRule spi = only(SPI, List.of(VALUES, KERNEL));

  @ArchTest
  static final ArchRule choice =
      only(CHOICE, List.of(SPI, VALUES, KERNEL, ROOT + "plain", ROOT + "constant"));

  @ArchTest
  static void encodingsKnowNoOthersButTheseFew(JavaClasses classes) {
    for (String encoding : encodings()) {
      Stream<String> others = KNOWN.getOrDefault(encoding, Set.of()).stream().map(o -> ROOT + o);
      only(ROOT + encoding, Stream.concat(Stream.of(SPI, VALUES, KERNEL), others).toList())
          .check(classes);
    }
  }

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.placed.encoding.(*)").should().beFreeOfCycles();

  @ArchTest
  static void encodingsExportTheirDescriptorAndLittleElse(JavaClasses classes) {
    Set<String> exported = new TreeSet<>();
    for (JavaClass c : classes) {
      String folder = c.getPackageName().replace(ROOT, "");
      if (encodings().contains(folder)
          && c.isTopLevelClass()
          && c.getModifiers().contains(JavaModifier.PUBLIC)
          && !c.isAssignableTo(Encoding.class)) {
        exported.add(folder + "." + c.getSimpleName());
      }
    }
    assertEquals(new TreeSet<>(EXPORTED), exported);
  }

  /** Unique names can be searched for. */
  @ArchTest
  static void simpleNamesOccurOnce(JavaClasses classes) {
    Map<String, Set<String>> byName = new TreeMap<>();
    for (JavaClass c : classes) {
      if (c.isTopLevelClass() && !c.getSimpleName().equals("package-info")) {
        byName.computeIfAbsent(c.getSimpleName(), n -> new TreeSet<>()).add(c.getPackageName());
      }
    }
    byName
        .values()
        .removeIf(
            packages ->
                packages.size() == 1
                    || packages.stream()
                        .noneMatch(p -> p.matches("io\\.placed\\.(encoding|bytes).*")));
    assertEquals(Map.of(), byName);
  }

  /** The packages of the descriptors. */
  private static Set<String> encodings() {
    return Encodings.ALL.all().stream()
        .map(e -> e.getClass().getPackageName().replace(ROOT, ""))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static ArchRule only(String user, List<String> used) {
    String[] allowed = Stream.concat(Stream.of(user), used.stream()).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(user)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.placed.encoding..").and(not(resideInAnyPackage(allowed))))
        .as(user + " uses no encoding packages but " + String.join(", ", allowed));
  }
}

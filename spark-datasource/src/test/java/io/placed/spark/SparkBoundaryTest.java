package io.placed.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/**
 * Internal classes of Spark, which differ between its releases, are used only in {@code
 * internal.catalyst}, so that the rest of the module compiles with all releases.
 */
@AnalyzeClasses(packages = "io.placed.spark", importOptions = DoNotIncludeTests.class)
class SparkBoundaryTest {
  private static final String IMPLEMENTATION = "io.placed.spark.internal.catalyst..";

  private static final String[] INTERNAL = {
    "org.apache.spark.internal..",
    "org.apache.spark.network..",
    "org.apache.spark.rdd..",
    "org.apache.spark.status..",
    "org.apache.spark.ui..",
    "org.apache.spark.util..",
    "org.apache.spark.sql.catalyst..",
    "org.apache.spark.sql.classic..",
    "org.apache.spark.sql.errors..",
    "org.apache.spark.sql.execution..",
    "org.apache.spark.sql.hive..",
    "org.apache.spark.sql.internal..",
    // In Scala 2.13 only.
    "scala.jdk..",
  };

  /** Internal classes in public packages. */
  private static final Set<String> ALSO_INTERNAL =
      Set.of(
          "org.apache.spark.SparkEnv",
          "org.apache.spark.sql.connector.catalog.CatalogV2Util",
          "org.apache.spark.sql.connector.catalog.V1Table",
          "org.apache.spark.sql.util.SchemaUtils");

  /** Classes of Catalyst in the signatures of public interfaces. */
  private static final Set<String> IN_SIGNATURES =
      Set.of(
          "org.apache.spark.sql.catalyst.InternalRow",
          "org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException",
          "org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException",
          "org.apache.spark.sql.catalyst.analysis.NoSuchTableException",
          "org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException",
          "org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException",
          "org.apache.spark.sql.catalyst.expressions.SpecializedGetters",
          "org.apache.spark.sql.catalyst.util.ArrayData",
          "org.apache.spark.sql.catalyst.util.MapData");

  private static final DescribedPredicate<JavaClass> INTERNALS_OF_SPARK =
      new DescribedPredicate<>("are internals of Spark") {
        @Override
        public boolean test(JavaClass used) {
          JavaClass c = used.getBaseComponentType();
          return ALSO_INTERNAL.contains(c.getName())
              || (resideInAnyPackage(INTERNAL).test(c) && !IN_SIGNATURES.contains(c.getName()));
        }
      };

  @ArchTest
  static final ArchRule internalsOfSparkAreForTheirImplementation =
      noClasses()
          .that()
          .resideOutsideOfPackage(IMPLEMENTATION)
          .should()
          .dependOnClassesThat(INTERNALS_OF_SPARK);

  /** The implementation is loaded by name, after the release of Spark was checked. */
  @ArchTest
  static final ArchRule nothingUsesTheImplementation =
      noClasses()
          .that()
          .resideOutsideOfPackage(IMPLEMENTATION)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(IMPLEMENTATION);

  /** In the order of {@code docs/design/packages.md}. */
  @ArchTest
  static final ArchRule theImplementationHasNoCycles =
      slices().matching("io.placed.spark.internal.catalyst.(*)..").should().beFreeOfCycles();
}

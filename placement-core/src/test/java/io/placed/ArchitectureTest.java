package io.placed;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Dependencies between packages.
 *
 * <p>Each rule lists all packages of Placed that a package may use, besides itself and {@code
 * io.placed.error}. A package without a rule fails {@link #everyPackageHasItsRule}.
 */
@AnalyzeClasses(packages = "io.placed", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ERROR = "io.placed.error..";
  private static final String BYTES = "io.placed.bytes..";
  private static final String SCHEMA = "io.placed.schema..";
  private static final String VECTOR = "io.placed.vector..";
  private static final String PLACEMENT_VALUE = "io.placed.placement";
  private static final String REORDER = "io.placed.placement.reorder..";
  private static final String PARTITION = "io.placed.placement.partition..";
  private static final String PACK = "io.placed.placement.pack..";
  private static final String PLACEMENT = "io.placed.placement..";
  private static final String ENCODING = "io.placed.encoding..";
  private static final String COMPRESSION = "io.placed.compression..";
  private static final String EXPRESSION = "io.placed.expression..";
  private static final String STATISTICS = "io.placed.statistics..";
  private static final String PREDICATE = "io.placed.predicate..";
  private static final String FORMAT = "io.placed.format..";
  private static final String IO = "io.placed.io..";
  private static final String IO_HADOOP = "io.placed.io.hadoop..";
  private static final String AGGREGATE = "io.placed.aggregate..";
  private static final String SCAN = "io.placed.scan..";
  private static final String WRITE = "io.placed.write..";
  private static final String SCAN_REQUEST = "io.placed.scan.request..";
  private static final String SCAN_FOOTER = "io.placed.scan.footer..";
  private static final String SCAN_FETCH = "io.placed.scan.fetch..";
  private static final String SCAN_DECODE = "io.placed.scan.decode..";
  private static final String SCAN_PLAN = "io.placed.scan.plan..";
  private static final String WRITE_OPTIONS = "io.placed.write.options..";
  private static final String WRITE_DERIVE = "io.placed.write.derive..";
  private static final String WRITE_SPILL = "io.placed.write.spill..";
  private static final String WRITE_ENCODE = "io.placed.write.encode..";
  private static final String WRITE_PACK = "io.placed.write.pack..";
  private static final String TABLE = "io.placed.table..";
  private static final String TABLE_FILE = "io.placed.table.file..";
  private static final String DELETES = "io.placed.table.deletes..";
  private static final String PARTITION_FIELDS = "io.placed.table.partition..";
  private static final String MANIFEST = "io.placed.table.manifest..";
  private static final String SNAPSHOT = "io.placed.table.snapshot..";
  private static final String EVOLUTION = "io.placed.table.evolution..";
  private static final String DISCOVERY = "io.placed.table.discovery..";
  private static final String COMMIT = "io.placed.table.commit..";
  private static final String REWRITE = "io.placed.table.rewrite..";
  private static final String OPTIMIZE = "io.placed.table.optimize..";
  private static final String VACUUM = "io.placed.table.vacuum..";
  private static final String SALVAGE = "io.placed.table.salvage..";
  private static final String CHANGES = "io.placed.table.changes..";
  private static final String SOURCE = "io.placed.table.source..";
  private static final String PLAN = "io.placed.table.plan..";
  private static final String SPLIT = "io.placed.table.split..";
  private static final String ANSWER = "io.placed.table.answer..";
  private static final String STREAM = "io.placed.table.stream..";
  private static final String METADATA = "io.placed.table.metadata..";
  private static final String TEXT = "io.placed.text..";
  private static final String REPORT = "io.placed.advise.report..";
  private static final String ADVISE = "io.placed.advise..";
  private static final String EXPLAIN = "io.placed.explain..";
  private static final String PICTURE = "io.placed.picture..";
  private static final String FACADE = "io.placed";

  private static final String[] BELOW_PIPELINES = {
    BYTES,
    SCHEMA,
    VECTOR,
    PLACEMENT,
    ENCODING,
    COMPRESSION,
    EXPRESSION,
    STATISTICS,
    PREDICATE,
    AGGREGATE,
    FORMAT,
    IO
  };
  private static final String[] BELOW_ADVISE = with(BELOW_PIPELINES, SCAN, WRITE, TABLE);
  private static final String[] WITH_RULE =
      with(BELOW_ADVISE, TEXT, ADVISE, EXPLAIN, PICTURE, ERROR, FACADE);

  @ArchTest static final ArchRule error = only(ERROR);
  @ArchTest static final ArchRule bytes = only(BYTES);
  @ArchTest static final ArchRule schema = only(SCHEMA);
  @ArchTest static final ArchRule vector = only(VECTOR, BYTES, SCHEMA);

  @ArchTest static final ArchRule placementJoinsItsThreeFunctions = only(PLACEMENT, SCHEMA, VECTOR);

  @ArchTest static final ArchRule reorder = only(REORDER, PLACEMENT_VALUE, SCHEMA, VECTOR);

  @ArchTest static final ArchRule partition = only(PARTITION, PLACEMENT_VALUE, SCHEMA, VECTOR);

  @ArchTest static final ArchRule pack = only(PACK, PLACEMENT_VALUE, SCHEMA, VECTOR);
  @ArchTest static final ArchRule encoding = only(ENCODING, BYTES, SCHEMA, VECTOR);
  @ArchTest static final ArchRule compression = only(COMPRESSION, SCHEMA, VECTOR);
  @ArchTest static final ArchRule statistics = only(STATISTICS, SCHEMA, VECTOR);
  @ArchTest static final ArchRule expression = only(EXPRESSION, SCHEMA, VECTOR);

  @ArchTest
  static final ArchRule predicate = only(PREDICATE, SCHEMA, VECTOR, EXPRESSION, STATISTICS);

  @ArchTest static final ArchRule aggregate = only(AGGREGATE, SCHEMA, VECTOR, EXPRESSION);

  @ArchTest
  static final ArchRule format =
      only(
          FORMAT,
          BYTES,
          SCHEMA,
          VECTOR,
          PLACEMENT,
          ENCODING,
          COMPRESSION,
          STATISTICS,
          EXPRESSION,
          PREDICATE,
          IO);

  @ArchTest static final ArchRule io = only(IO);

  @ArchTest
  static final ArchRule hadoopIsForItsAdapterOnly =
      noClasses()
          .that()
          .resideInAPackage(IO)
          .and()
          .resideOutsideOfPackage(IO_HADOOP)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(IO_HADOOP)
          .allowEmptyShould(true);

  @ArchTest static final ArchRule scan = only(SCAN, BELOW_PIPELINES);
  @ArchTest static final ArchRule scanRequest = only(SCAN_REQUEST, BELOW_PIPELINES);

  @ArchTest
  static final ArchRule scanFooter = only(SCAN_FOOTER, with(BELOW_PIPELINES, SCAN_REQUEST));

  @ArchTest static final ArchRule scanFetch = only(SCAN_FETCH, BELOW_PIPELINES);

  @ArchTest
  static final ArchRule scanDecode =
      only(SCAN_DECODE, with(BELOW_PIPELINES, SCAN_REQUEST, SCAN_FOOTER, SCAN_FETCH));

  @ArchTest
  static final ArchRule scanPlan =
      only(SCAN_PLAN, with(BELOW_PIPELINES, SCAN_REQUEST, SCAN_FOOTER, SCAN_FETCH, SCAN_DECODE));

  /** The writer reads its spilled runs. */
  @ArchTest static final ArchRule write = only(WRITE, with(BELOW_PIPELINES, SCAN));

  @ArchTest static final ArchRule writeOptions = only(WRITE_OPTIONS, BELOW_PIPELINES);
  @ArchTest static final ArchRule writeDerive = only(WRITE_DERIVE, BELOW_PIPELINES);
  @ArchTest static final ArchRule writeSpill = only(WRITE_SPILL, BELOW_PIPELINES);

  @ArchTest
  static final ArchRule writeEncode =
      only(WRITE_ENCODE, with(BELOW_PIPELINES, WRITE_OPTIONS, WRITE_DERIVE, WRITE_SPILL));

  /** Replacing a file requires reading the existing one. */
  @ArchTest
  static final ArchRule writePack =
      only(
          WRITE_PACK,
          with(BELOW_PIPELINES, SCAN, WRITE_OPTIONS, WRITE_DERIVE, WRITE_SPILL, WRITE_ENCODE));

  private static final String[] BELOW_TABLE = with(BELOW_PIPELINES, SCAN, WRITE);

  @ArchTest static final ArchRule table = only(TABLE, BELOW_TABLE);
  @ArchTest static final ArchRule tableFile = only(TABLE_FILE, BELOW_TABLE);

  @ArchTest
  static final ArchRule partitionFields = only(PARTITION_FIELDS, with(BELOW_TABLE, TABLE_FILE));

  @ArchTest static final ArchRule deletes = only(DELETES, with(BELOW_TABLE, TABLE_FILE));

  @ArchTest
  static final ArchRule manifest = only(MANIFEST, with(BELOW_TABLE, TABLE_FILE, PARTITION_FIELDS));

  @ArchTest
  static final ArchRule snapshot =
      only(SNAPSHOT, with(BELOW_TABLE, TABLE_FILE, PARTITION_FIELDS, DELETES, MANIFEST));

  @ArchTest
  static final ArchRule evolution =
      only(EVOLUTION, with(BELOW_TABLE, TABLE_FILE, PARTITION_FIELDS, SNAPSHOT));

  @ArchTest
  static final ArchRule discovery =
      only(
          DISCOVERY,
          with(BELOW_TABLE, TABLE_FILE, PARTITION_FIELDS, DELETES, MANIFEST, SNAPSHOT, EVOLUTION));

  @ArchTest
  static final ArchRule commit =
      only(
          COMMIT,
          with(
              BELOW_TABLE,
              TABLE_FILE,
              PARTITION_FIELDS,
              DELETES,
              MANIFEST,
              SNAPSHOT,
              EVOLUTION,
              DISCOVERY));

  @ArchTest
  static final ArchRule rewrite =
      only(
          REWRITE,
          with(
              BELOW_TABLE,
              TABLE_FILE,
              PARTITION_FIELDS,
              DELETES,
              SNAPSHOT,
              EVOLUTION,
              DISCOVERY,
              COMMIT));

  @ArchTest
  static final ArchRule optimize =
      only(OPTIMIZE, with(BELOW_TABLE, TABLE_FILE, SNAPSHOT, DISCOVERY, REWRITE));

  @ArchTest
  static final ArchRule vacuum =
      only(
          VACUUM,
          with(
              BELOW_TABLE,
              TABLE_FILE,
              PARTITION_FIELDS,
              DELETES,
              MANIFEST,
              SNAPSHOT,
              DISCOVERY,
              COMMIT,
              REWRITE));

  @ArchTest
  static final ArchRule salvage = only(SALVAGE, with(BELOW_TABLE, TABLE_FILE, SNAPSHOT, DISCOVERY));

  private static final String[] BELOW_SOURCE =
      with(BELOW_TABLE, TABLE_FILE, PARTITION_FIELDS, DELETES, MANIFEST, SNAPSHOT, DISCOVERY);

  /** The change feed, which is a snapshot to those who read it. */
  @ArchTest static final ArchRule changes = only(CHANGES, with(BELOW_SOURCE, MANIFEST));

  @ArchTest static final ArchRule source = only(SOURCE, with(BELOW_SOURCE, CHANGES));
  @ArchTest static final ArchRule plan = only(PLAN, with(BELOW_SOURCE, SOURCE));
  @ArchTest static final ArchRule split = only(SPLIT, with(BELOW_SOURCE, SOURCE));
  @ArchTest static final ArchRule answer = only(ANSWER, with(BELOW_SOURCE, SOURCE, PLAN));

  @ArchTest static final ArchRule metadata = only(METADATA, with(BELOW_SOURCE, MANIFEST, SOURCE));

  @ArchTest
  static final ArchRule stream = only(STREAM, with(BELOW_SOURCE, MANIFEST, CHANGES, SOURCE));

  /** Simple class names are what people search for. */
  @ArchTest
  static final ArchRule simpleNamesAreUnique =
      classes()
          .that()
          .areTopLevelClasses()
          .and()
          .doNotHaveSimpleName("package-info")
          .should(new UniqueSimpleName());

  @ArchTest static final ArchRule text = only(TEXT);
  @ArchTest static final ArchRule advise = only(ADVISE, with(BELOW_ADVISE, TEXT));

  @ArchTest
  static final ArchRule adviceDoesNotKnowItsReports =
      noClasses()
          .that()
          .resideInAPackage(ADVISE)
          .and()
          .resideOutsideOfPackage(REPORT)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(REPORT);

  @ArchTest static final ArchRule explain = only(EXPLAIN, BELOW_ADVISE);

  @ArchTest static final ArchRule picture = only(PICTURE, with(BELOW_ADVISE, EXPLAIN, TEXT));

  @ArchTest
  static final ArchRule nothingUsesTheFacade =
      noClasses()
          .that()
          .resideOutsideOfPackage(FACADE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(FACADE)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule everyPackageHasItsRule =
      noClasses().should().resideOutsideOfPackages(WITH_RULE).allowEmptyShould(true);

  /** The public API passes Hadoop's configuration from its user on. */
  @ArchTest
  static final ArchRule hadoop =
      noClasses()
          .that()
          .resideOutsideOfPackages(IO_HADOOP, FACADE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "io.delta..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule noEngine =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hive..", "org.apache.hadoop.hive..")
          .allowEmptyShould(true);

  /** Between the packages of the table; those of encodings have their own test. */
  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.placed.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  private static final class UniqueSimpleName extends ArchCondition<JavaClass> {
    private final Map<String, JavaClass> seen = new HashMap<>();

    UniqueSimpleName() {
      super("have a simple name of their own");
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
      JavaClass other = seen.putIfAbsent(item.getSimpleName(), item);
      if (other != null) {
        events.add(SimpleConditionEvent.violated(item, item.getName() + " and " + other.getName()));
      }
    }
  }

  private static ArchRule only(String user, String... used) {
    String[] allowed = with(used, user, ERROR);
    return noClasses()
        .that()
        .resideInAPackage(user)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.placed..").and(not(resideInAnyPackage(allowed))))
        .as(user + " uses nothing of ours but " + String.join(", ", allowed))
        .allowEmptyShould(true);
  }

  private static String[] with(String[] packages, String... more) {
    return Stream.concat(Arrays.stream(packages), Arrays.stream(more)).toArray(String[]::new);
  }
}

package io.placed.suites

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Proxy}
import java.util
import scala.jdk.CollectionConverters._

import org.apache.commons.lang3.ClassUtils
import org.apache.spark.sql.{DataFrame, SaveMode, SQLContext}
import org.apache.spark.sql.connector.catalog.{SessionConfigSupport, Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider, HadoopFsRelationTest}
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.junit.jupiter.api.Tag

/** All save modes, partition discovery and schemas of files, with a Hive metastore. */
class PlacedRelationSuite extends HadoopFsRelationTest {
  override val dataSourceName: String = classOf[SourceOfOptions].getName

  override protected def supportsDataType(dataType: DataType): Boolean = dataType match {
    case _: NullType | _: CalendarIntervalType | _: UserDefinedType[_] => false
    case _: DayTimeIntervalType | _: YearMonthIntervalType => false
    case _ => Release.hasInFiles(dataType)
  }
}

/**
 * The source `placed`, without the options that the suite passes to other formats: a schema in JSON,
 * patterns of times, dictionaries of Parquet. By itself the source refuses options that it does not
 * know.
 */
class SourceOfOptions extends TableProvider with SavingSource with SessionConfigSupport {
  override protected val placed: TableProvider with CreatableRelationProvider = Class
    .forName("io.placed.spark.PlacedDataSource")
    .getDeclaredConstructor()
    .newInstance()
    .asInstanceOf[TableProvider with CreatableRelationProvider]

  private def known(options: util.Map[String, String]): CaseInsensitiveStringMap =
    new CaseInsensitiveStringMap(options.asScala.filterNot { case (k, _) =>
      SourceOfOptions.FOREIGN.contains(k.toLowerCase)
    }.asJava)

  override def keyPrefix: String = "placed"

  override def supportsExternalMetadata: Boolean = true

  override def inferSchema(options: CaseInsensitiveStringMap): StructType =
    placed.inferSchema(known(options.asCaseSensitiveMap))

  override def inferPartitioning(options: CaseInsensitiveStringMap): Array[Transform] =
    placed.inferPartitioning(known(options.asCaseSensitiveMap))

  override def getTable(
      schema: StructType,
      partitioning: Array[Transform],
      properties: util.Map[String, String]): Table =
    withoutForeign(
      placed.getTable(schema, partitioning, known(properties).asCaseSensitiveMap))

  /** The options of a read come to the table once more. */
  private def withoutForeign(table: Table): Table = {
    val interfaces = ClassUtils.getAllInterfaces(table.getClass).asScala.toArray
    val handler: InvocationHandler = (_, method, arguments) => {
      val passed = if (arguments == null) null else arguments.map {
        case options: CaseInsensitiveStringMap => known(options.asCaseSensitiveMap)
        case other => other
      }
      try method.invoke(table, passed: _*)
      catch { case e: InvocationTargetException => throw e.getCause }
    }
    Proxy.newProxyInstance(getClass.getClassLoader, interfaces, handler).asInstanceOf[Table]
  }

  override def createRelation(
      context: SQLContext,
      mode: SaveMode,
      parameters: Map[String, String],
      data: DataFrame): BaseRelation =
    placed.createRelation(
      context,
      mode,
      known(parameters.asJava).asCaseSensitiveMap.asScala.toMap,
      data)
}

object SourceOfOptions {
  private val FOREIGN = Set(
    "dataschema",
    "timestampformat",
    "dateformat",
    "para1",
    "para2",
    "parquet.enable.dictionary")
}

/** Apart from the others, because its Spark with a Hive metastore is never stopped. */
@Tag("long")
class HiveSuitesTest extends SuitesTest(classOf[PlacedRelationSuite])

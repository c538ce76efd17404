package io.placed.suites

import java.util
import scala.jdk.CollectionConverters._

import org.apache.spark.sql.{DataFrame, SaveMode, SQLContext}
import org.apache.spark.sql.connector.catalog.{SessionConfigSupport, Table, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.{BaseRelation, CreatableRelationProvider, HadoopFsRelationTest}
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** All save modes, partition discovery and schemas of files, with a Hive metastore. */
class PlacedRelationSuite extends HadoopFsRelationTest {
  override val dataSourceName: String = classOf[SourceOfOptions].getName

  override protected def supportsDataType(dataType: DataType): Boolean = dataType match {
    case _: NullType | _: CalendarIntervalType | _: UserDefinedType[_] | _: VariantType => false
    case _: DayTimeIntervalType | _: YearMonthIntervalType | _: TimeType => false
    case _ => true
  }
}

/**
 * The source `placed`, without the options that the suite passes to text formats: a schema in JSON
 * and patterns of times. By itself the source refuses options that it does not know.
 */
class SourceOfOptions extends TableProvider with CreatableRelationProvider with SessionConfigSupport {
  private val placed = Class
    .forName("io.placed.spark.PlacedDataSource")
    .getDeclaredConstructor()
    .newInstance()
    .asInstanceOf[TableProvider with CreatableRelationProvider]

  private def known(options: util.Map[String, String]): CaseInsensitiveStringMap =
    new CaseInsensitiveStringMap(options.asScala.filterNot { case (k, _) =>
      Set("dataschema", "timestampformat", "dateformat", "para1", "para2").contains(k.toLowerCase)
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
    placed.getTable(schema, partitioning, known(properties).asCaseSensitiveMap)

  override def supportsDataType(dataType: DataType): Boolean = placed.supportsDataType(dataType)

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

package io.placed.advise;

import io.placed.advise.cost.ReadCost;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.plan.StepSize;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A table whose rewrite would have small pages, so that small tables have many. */
record SmallPages(AdvisedTable table, int pageRows) implements AdvisedTable {
  @Override
  public String name() {
    return table.name();
  }

  @Override
  public Schema schema() {
    return table.schema();
  }

  @Override
  public List<String> partitionColumns() {
    return table.partitionColumns();
  }

  @Override
  public PartitionSpec partitioning() {
    return table.partitioning();
  }

  @Override
  public boolean canBePartitioned() {
    return table.canBePartitioned();
  }

  @Override
  public long rows() {
    return table.rows();
  }

  @Override
  public long bytes() {
    return table.bytes();
  }

  @Override
  public double[] bytesPerRow() throws IOException {
    return table.bytesPerRow();
  }

  @Override
  public OptionalLong distinct(String column) throws IOException {
    return table.distinct(column);
  }

  @Override
  public Set<String> parents(String column) throws IOException {
    return table.parents(column);
  }

  @Override
  public Map<String, String> properties() {
    return table.properties();
  }

  @Override
  public Placement placement() {
    return table.placement();
  }

  @Override
  public WriteOptions writeOptions() {
    return table.writeOptions().withPageRows(pageRows);
  }

  @Override
  public Device device() throws IOException {
    return table.device();
  }

  @Override
  public StepSize steps() throws IOException {
    return table.steps();
  }

  @Override
  public Rows sample(List<String> columns, long rows) throws IOException {
    return table.sample(columns, rows);
  }

  @Override
  public Rows scan(List<String> columns) throws IOException {
    return table.scan(columns);
  }

  @Override
  public ReadCost read(List<String> columns, Predicate filter, Device device) throws IOException {
    return table.read(columns, filter, device);
  }

  @Override
  public List<ReadCost> read(List<Scan> scans, Device device) throws IOException {
    return table.read(scans, device);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}

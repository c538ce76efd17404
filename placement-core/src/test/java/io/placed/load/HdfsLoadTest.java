package io.placed.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.hadoop.HadoopFileStores;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The same on HDFS, whose quota of space is used up in the middle. */
@EnabledIfSystemProperty(named = "placed.load.hdfs", matches = "true")
class HdfsLoadTest {
  @TempDir Path temporary;

  /** There is no space for another block. */
  private record Quota(DistributedFileSystem files, org.apache.hadoop.fs.Path directory)
      implements Load.Fault {
    @Override
    public void begin(List<LoadChild> writers) throws IOException {
      ContentSummary used = files.getContentSummary(directory);
      files.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, used.getSpaceConsumed() + 1);
    }

    @Override
    public void end(List<LoadChild> writers) throws IOException {
      files.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    }
  }

  @Test
  void manyProcessesOnHdfs() throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(temporary.toFile(), "dfs").toString());
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    try (cluster) {
      cluster.waitActive();
      DistributedFileSystem files = cluster.getFileSystem();
      org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/load");
      files.mkdirs(directory);
      String path = files.getUri() + "/load/table";
      Load load = new Load(path, LoadTest.settings(), new Quota(files, directory));
      System.out.println(load.run());
      for (LoadCounts counts : load.upkeep()) {
        assertTrue(counts.messages().stream().allMatch(m -> m.contains("quota")), counts::toString);
      }
      LoadTest.check(load, path, new HadoopFileStores(cluster.getConfiguration(0)));
    }
  }
}

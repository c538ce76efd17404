package io.placed.spark;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files that are opened only with a setting, which says whether logs or data files are. */
public final class GuardedFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "guarded";
  static final String OPENS = "fs.guarded.opens";

  /** What a session needs besides {@link #OPENS}. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "fs.guarded.impl",
          GuardedFileSystem.class.getName(),
          "fs.guarded.impl.disable.cache",
          "true",
          "fs.AbstractFileSystem.guarded.impl",
          OfContexts.class.getName(),
          "placed.atomic-rename-schemes",
          SCHEME);

  /** The same for {@code FileContext}. */
  public static final class OfContexts extends DelegateToFileSystem {
    public OfContexts(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new GuardedFileSystem(), conf, SCHEME, false);
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    String kind = path.getName().endsWith(".placed") ? "data" : "log";
    if (!getConf().get(OPENS, "").contains(kind)) {
      throw new IOException(OPENS + " must contain " + kind + " to open " + path);
    }
    return super.open(path, bufferSize);
  }
}

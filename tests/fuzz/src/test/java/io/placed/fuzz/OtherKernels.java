package io.placed.fuzz;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The classes of Placed once more, with the scalar kernels: a JVM decides once which family it
 * uses.
 */
final class OtherKernels extends URLClassLoader {
  private static final String SWITCH = "placed.vector-api";

  private OtherKernels(URL[] classPath) {
    super(classPath, OtherKernels.class.getClassLoader());
  }

  /** An instance of a class with the scalar kernels. */
  @SuppressWarnings("unchecked")
  static <A, R> Function<A, R> load(Class<? extends Function<A, R>> type) {
    String before = System.getProperty(SWITCH);
    System.setProperty(SWITCH, "false");
    try {
      List<URL> classPath = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        classPath.add(new File(entry).toURI().toURL());
      }
      OtherKernels loader = new OtherKernels(classPath.toArray(new URL[0]));
      Class<?> kernels = loader.loadClass("io.placed.encoding.kernel.Kernels");
      if ((Boolean) kernels.getMethod("usesVectorApi").invoke(null)) {
        throw new AssertionError("the scalar kernels are not in use");
      }
      return (Function<A, R>)
          loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new AssertionError(e);
    } finally {
      if (before == null) {
        System.clearProperty(SWITCH);
      } else {
        System.setProperty(SWITCH, before);
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.placed.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : findClass(name);
    }
  }
}

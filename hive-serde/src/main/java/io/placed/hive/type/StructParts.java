package io.placed.hive.type;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Names and types of the fields of a struct. The methods that return them have the return type
 * ArrayList in Hive 2 and List in Hive 4. Since the JVM links calls by return type, they are called
 * by reflection: once per column, never per value.
 */
public final class StructParts {
  private static final Method NAMES = method("getAllStructFieldNames");
  private static final Method TYPES = method("getAllStructFieldTypeInfos");

  private StructParts() {}

  @SuppressWarnings("unchecked")
  public static List<String> names(StructTypeInfo struct) {
    return (List<String>) call(NAMES, struct);
  }

  @SuppressWarnings("unchecked")
  public static List<TypeInfo> types(StructTypeInfo struct) {
    return (List<TypeInfo>) call(TYPES, struct);
  }

  private static Method method(String name) {
    try {
      return StructTypeInfo.class.getMethod(name);
    } catch (NoSuchMethodException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Object call(Method method, StructTypeInfo struct) {
    try {
      return method.invoke(struct);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method + " of " + struct, e);
    }
  }
}

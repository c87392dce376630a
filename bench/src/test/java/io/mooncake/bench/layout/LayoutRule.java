package io.mooncake.bench.layout;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;

/**
 * A rule and what breaks it.
 *
 * @param name what must not happen
 * @param rule the rule
 * @param plantedClass name of a class that breaks it
 * @param sources source of that class and of those that it needs, by name
 */
record LayoutRule(String name, ArchRule rule, String plantedClass, Map<String, String> sources) {

    /** A planted class with one method that has this body. */
    static LayoutRule withBody(String name, ArchRule rule, String plantedClass, String body) {
        return new LayoutRule(name, rule, plantedClass, Map.of(plantedClass, source(plantedClass, body)));
    }

    /** A planted class that needs another one, which is planted with it. */
    static LayoutRule withOther(String name, ArchRule rule, String plantedClass, String otherClass) {
        return new LayoutRule(
                name,
                rule,
                plantedClass,
                Map.of(
                        plantedClass,
                        source(plantedClass, "return new " + otherClass + "();"),
                        otherClass,
                        source(otherClass, "return this;")));
    }

    private static String source(String className, String body) {
        int dot = className.lastIndexOf('.');
        return "package " + className.substring(0, dot) + "; public class " + className.substring(dot + 1)
                + " { public Object planted() throws Throwable { " + body + " } }";
    }

    @Override
    public String toString() {
        return name;
    }
}

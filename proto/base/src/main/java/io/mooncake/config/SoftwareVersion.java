package io.mooncake.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the software, written by the build. */
public final class SoftwareVersion {
    private static final String RESOURCE = "version.properties";

    private SoftwareVersion() {}

    /** The version of this build, like {@code 2.0.0}. */
    public static String current() {
        try (InputStream stream = SoftwareVersion.class.getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException("the build left out " + RESOURCE);
            }
            Properties properties = new Properties();
            properties.load(stream);
            String version = properties.getProperty("version");
            if (version == null || version.isEmpty() || version.startsWith("$")) {
                throw new IllegalStateException("the build did not fill in the version in " + RESOURCE);
            }
            return version;
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }
}

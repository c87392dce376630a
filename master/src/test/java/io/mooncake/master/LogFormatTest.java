package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mooncake.config.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The configuration of the logger, as the commands use it. */
final class LogFormatTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream standardError = System.err;

    @AfterEach
    void restore() {
        System.setErr(standardError);
        LogFormat.choose(LogFormat.TEXT);
    }

    private String logged(String format) throws Exception {
        LogFormat.choose(format);
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        try (InputStream stream = LogFormat.class.getResourceAsStream("/logback.xml")) {
            configurator.doConfigure(Objects.requireNonNull(stream));
        }
        context.getLogger("io.mooncake.Sample").warn("key \"{}\" is\nodd", "é");
        context.getLogger("io.mooncake.Sample").debug("left out");
        context.stop();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textIsOneLineForPeople() throws Exception {
        assertThat(logged("text"))
                .matches("(?s)\\d{4}-\\d\\d-\\d\\dT\\S+ WARN  \\[[^]]+] Sample: key \"é\" is\nodd\\R");
    }

    @Test
    void jsonIsOneObjectPerLine() throws Exception {
        String line = logged("json");

        assertThat(line.lines()).hasSize(1);
        JsonNode event = new ObjectMapper().readTree(line);
        assertThat(event.get("level").asText()).isEqualTo("WARN");
        assertThat(event.get("loggerName").asText()).isEqualTo("io.mooncake.Sample");
        assertThat(event.get("formattedMessage").asText()).isEqualTo("key \"é\" is\nodd");
        assertThat(event.get("timestamp").asLong()).isPositive();
    }
}

package io.mooncake.transfer.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mooncake.config.SoftwareVersion;
import io.mooncake.transfer.metadata.SegmentDescriptor.Buffer;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Descriptors as JSON. Addresses are unsigned 64-bit numbers.
 *
 * <p>Errors: {@link HandshakeException} for a text that is no descriptor; one bad buffer spoils the whole.
 */
final class DescriptorJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(64);
    private static final int MAX_PORT = 65_535;

    /** Who wrote a descriptor; other engines ignore the field. */
    private static final String SOFTWARE = "mooncake-java " + SoftwareVersion.current();

    private DescriptorJson() {}

    static byte[] write(JsonNode json) {
        try {
            return (MAPPER.writeValueAsString(json) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree that cannot be written", e);
        }
    }

    static JsonNode read(byte[] text, int offset, int length) throws HandshakeException {
        try {
            return MAPPER.readTree(text, offset, length);
        } catch (IOException e) {
            throw new HandshakeException("no JSON: " + e.getMessage(), e);
        }
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode toJson(SegmentDescriptor descriptor) {
        ObjectNode json = object();
        ArrayNode buffers = json.putArray("buffers");
        for (Buffer buffer : descriptor.buffers()) {
            ObjectNode entry = buffers.addObject();
            entry.put("addr", unsigned(buffer.address()));
            entry.put("length", unsigned(buffer.lengthBytes()));
            entry.put("name", buffer.name());
        }
        json.put("name", descriptor.name());
        json.put("protocol", descriptor.protocol());
        json.put("software", SOFTWARE);
        json.put("tcp_data_host", descriptor.dataHost());
        json.put("tcp_data_port", descriptor.dataPort());
        json.put("tcp_proto_version", descriptor.protocolVersion());
        json.put("timestamp", descriptor.timestamp());
        return json;
    }

    static SegmentDescriptor fromJson(JsonNode json) throws HandshakeException {
        if (!json.isObject()) {
            throw new HandshakeException("the peer has no segment");
        }
        List<Buffer> buffers = new ArrayList<>();
        for (JsonNode entry : json.path("buffers")) {
            String name = entry.path("name").asText("");
            long address = positive(entry, "addr");
            long length = positive(entry, "length");
            if (name.isEmpty()) {
                throw new HandshakeException("a buffer without name");
            }
            buffers.add(new Buffer(name, address, length));
        }
        return new SegmentDescriptor(
                json.path("name").asText(""),
                json.path("protocol").asText(""),
                json.path("tcp_data_host").asText(""),
                number(json, "tcp_data_port", 0, MAX_PORT),
                number(json, "tcp_proto_version", 1, Integer.MAX_VALUE),
                json.path("timestamp").asText(""),
                buffers);
    }

    private static int number(JsonNode json, String field, int missing, int max) throws HandshakeException {
        JsonNode value = json.path(field);
        if (value.isMissingNode()) {
            return missing;
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() < 0 || value.asInt() > max) {
            throw new HandshakeException(field + " is " + value);
        }
        return value.asInt();
    }

    private static long positive(JsonNode json, String field) throws HandshakeException {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber()) {
            throw new HandshakeException("a buffer whose " + field + " is " + value);
        }
        BigInteger number = value.bigIntegerValue();
        if (number.signum() <= 0 || number.compareTo(UNSIGNED_END) >= 0) {
            throw new HandshakeException("a buffer whose " + field + " is " + value);
        }
        return number.longValue();
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}

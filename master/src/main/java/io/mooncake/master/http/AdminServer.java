package io.mooncake.master.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mooncake.address.HostAndPort;
import io.mooncake.config.EffectiveSetting;
import io.mooncake.error.ErrorCode;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.http.BindFailedException;
import io.mooncake.http.HttpReply;
import io.mooncake.http.HttpRequest;
import io.mooncake.http.HttpServer;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ExtentDescriptor;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.SliceDescriptor;
import io.mooncake.master.service.ClusterService;
import io.mooncake.master.service.ReadService;
import io.mooncake.master.service.ReadyAgent;
import io.mooncake.master.service.SelfCheckReport;
import io.mooncake.master.service.SelfCheckService;
import io.mooncake.master.service.SummaryAgent;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Metrics, health and listings for operators, under the paths of the C++ master.
 *
 * <p>Thread safety: any thread.
 */
public final class AdminServer implements AutoCloseable {
    /** Content type of the plain listings. */
    private static final String LISTING = "text/plain; version=0.0.4";

    private final ObjectMapper json = new ObjectMapper();
    private final Sources sources;
    private final HttpServer server;

    /**
     * What the paths show.
     *
     * @param metrics of {@code /metrics}
     * @param cluster keys and segments
     * @param reads the normal read path
     * @param selfCheck the recount
     * @param ready whether data calls are answered
     * @param summaries the summary line
     * @param settings the settings in force
     */
    public record Sources(
            ExactNameRegistry metrics,
            ClusterService cluster,
            ReadService reads,
            SelfCheckService selfCheck,
            ReadyAgent ready,
            SummaryAgent summaries,
            List<EffectiveSetting> settings) {
        /** Keeps a copy. */
        public Sources {
            settings = List.copyOf(settings);
        }
    }

    /** Binds and serves; port 0 takes a free one. */
    public AdminServer(HostAndPort address, Sources sources) throws BindFailedException {
        this.sources = sources;
        this.server = serve(address);
    }

    private HttpServer serve(HostAndPort address) throws BindFailedException {
        return HttpServer.builder()
                .threadName("master-admin")
                .getInPlace("/health", request -> health())
                .getInPlace("/role", request -> HttpReply.of(200, HttpReply.TEXT, "leader"))
                .getInPlace("/livez", request -> HttpReply.of(200, HttpReply.TEXT, "ok"))
                .getInPlace("/readyz", request -> ready())
                .get("/metrics", request -> metrics())
                .get("/metrics/summary", request -> summary())
                .get("/api/v1/selfcheck", request -> selfCheck())
                .get("/config", request -> config())
                .get("/get_all_keys", request -> allKeys())
                .get("/get_all_segments", request -> allSegments())
                .get("/query_key", this::queryKey)
                .start(address);
    }

    private HttpReply metrics() {
        return HttpReply.of(
                200, ExpositionWriter.CONTENT_TYPE, sources.metrics().scrape());
    }

    private HttpReply summary() {
        String line = "role=leader, state=serving, service_ready="
                + sources.ready().isReady() + ", master={" + sources.summaries().line() + "}\n";
        return HttpReply.of(200, LISTING, line);
    }

    private HttpReply ready() {
        return sources.ready().isReady()
                ? HttpReply.of(200, HttpReply.TEXT, "ok")
                : HttpReply.of(503, HttpReply.TEXT, "no data call was answered for a while");
    }

    private HttpReply selfCheck() {
        SelfCheckReport report = sources.selfCheck().run();
        ObjectNode body = json.createObjectNode()
                .put("success", report.differences().isEmpty())
                .put("complete", report.complete())
                .put("keys", report.keyCount())
                .put("open_writes", report.openPutCount())
                .put("leases", report.leaseCount())
                .put("segments", report.segmentCount())
                .put("placed_bytes", report.placedBytes())
                .put("steps", report.stepCount());
        ArrayNode differences = body.putArray("differences");
        report.differences().forEach(differences::add);
        return reply(200, body);
    }

    private HttpReply health() {
        ObjectNode body = json.createObjectNode();
        body.put("status", "ok")
                .put("role", "leader")
                .put("ha_state", "serving")
                .put("service_ready", sources.ready().isReady());
        body.putNull("leader_address").putNull("view_version");
        return reply(200, body);
    }

    /** Every setting as it is in force, and which source it comes from. */
    private HttpReply config() {
        ObjectNode body = json.createObjectNode();
        for (EffectiveSetting setting : sources.settings()) {
            ObjectNode entry = body.putObject(setting.name()).putPOJO("value", setting.value());
            entry.put("origin", setting.origin().kind().word());
            if (!setting.origin().place().isEmpty()) {
                entry.put("place", setting.origin().place());
            }
        }
        return reply(200, body);
    }

    private HttpReply allKeys() {
        StringBuilder text = new StringBuilder();
        sources.cluster().forEachKey(key -> text.append(KeyLine.of(key)).append('\n'));
        return HttpReply.of(200, LISTING, text.toString());
    }

    private HttpReply allSegments() {
        Set<String> names = new TreeSet<>();
        sources.cluster().segments().forEach(segment -> names.add(segment.spec().name()));
        StringBuilder text = new StringBuilder();
        names.forEach(name -> text.append(name).append('\n'));
        return HttpReply.of(200, LISTING, text.toString());
    }

    /** Takes the normal read path: counts, and grants a lease. */
    private HttpReply queryKey(HttpRequest request) {
        Optional<String> key = request.parameter("key").filter(text -> !text.isEmpty());
        if (key.isEmpty()) {
            return failure(ErrorCode.OBJECT_NOT_FOUND, "");
        }
        return switch (sources.reads().locate(CallContext.anonymous(), ObjectKey.of(key.get()))) {
            case Outcome.Located(ObjectLocation object) -> located(object);
            case Outcome.Failed(Failure(ErrorCode code, String message)) ->
                failure(code, code == ErrorCode.OBJECT_NOT_FOUND ? "" : message);
            case Outcome other -> throw new IllegalStateException("GetReplicaList was answered with " + other);
        };
    }

    private HttpReply located(ObjectLocation object) {
        ObjectNode body = json.createObjectNode().put("success", true);
        ArrayNode data = body.putArray("data");
        for (ReplicaDescriptor replica : object.replicas()) {
            for (SliceDescriptor slice : replica.slices()) {
                for (ExtentDescriptor extent : slice.extents()) {
                    data.addObject()
                            .put("size_", extent.lengthBytes())
                            .put("buffer_address_", new BigInteger(Long.toUnsignedString(extent.address())))
                            .put("protocol_", extent.segment().protocol())
                            .put("transport_endpoint_", extent.segment().transferEndpoint());
                }
            }
        }
        return reply(200, body);
    }

    /** The body of the C++ master, and what it does not say: which limit. */
    private HttpReply failure(ErrorCode code, String detail) {
        ObjectNode body = json.createObjectNode();
        body.put("success", false).put("error_code", code.number()).put("error_message", code.name());
        if (!detail.isEmpty()) {
            body.put("detail", detail);
        }
        return reply(404, body);
    }

    private HttpReply reply(int status, ObjectNode body) {
        try {
            return HttpReply.of(status, HttpReply.JSON, json.writeValueAsBytes(body));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON could not be written", e);
        }
    }

    /** The address that is really bound. */
    public HostAndPort boundAddress() {
        return server.boundAddress();
    }

    @Override
    public void close() {
        server.close();
    }
}

package io.mooncake.master.grpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.mooncake.error.ErrorCode;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers bytes that are no request with INVALID_ARGUMENT and INVALID_PARAMS. By itself the framework reports such
 * bytes as an unknown fault of the master, since they fail before any handler or interceptor sees them.
 *
 * <p>Thread safety: any thread.
 */
final class MalformedMessages {
    private static final Logger LOGGER = LoggerFactory.getLogger(MalformedMessages.class);

    private MalformedMessages() {}

    /** The same service, which refuses what it cannot read. */
    static ServerServiceDefinition refusedBy(ServerServiceDefinition service) {
        ServerServiceDefinition.Builder guarded =
                ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
        for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
            guarded.addMethod(guarded(method));
        }
        return guarded.build();
    }

    private static <Q, R> ServerMethodDefinition<Q, R> guarded(ServerMethodDefinition<Q, R> method) {
        MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
        ServerCallHandler<Q, R> handler = method.getServerCallHandler();
        return ServerMethodDefinition.create(
                descriptor.toBuilder()
                        .setRequestMarshaller(new Reader<>(descriptor.getRequestMarshaller()))
                        .build(),
                (call, headers) -> new Guard<>(call, handler.startCall(call, headers)));
    }

    /** Reads a request; {@code null} where the bytes are none. */
    private record Reader<Q>(MethodDescriptor.Marshaller<Q> requests) implements MethodDescriptor.Marshaller<Q> {
        @Override
        public InputStream stream(Q request) {
            return requests.stream(request);
        }

        @Override
        public @Nullable Q parse(InputStream bytes) {
            try {
                return requests.parse(bytes);
            } catch (StatusRuntimeException malformed) {
                LOGGER.debug("bytes that are no request", malformed);
                return null;
            }
        }
    }

    /** Ends a call whose request could not be read, before its handler sees anything of it. */
    private static final class Guard<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private boolean refused;

        Guard(ServerCall<Q, ?> call, ServerCall.Listener<Q> handler) {
            super(handler);
            this.call = call;
        }

        @Override
        public void onMessage(@Nullable Q request) {
            if (request != null) {
                super.onMessage(request);
                return;
            }
            refused = true;
            String name = call.getMethodDescriptor().getBareMethodName() + "Request";
            Status status = Status.INVALID_ARGUMENT.withDescription(
                    ErrorCode.INVALID_PARAMS + ": the bytes are no well-formed " + name + " with text in UTF-8");
            call.close(status, new Metadata());
        }

        @Override
        public void onHalfClose() {
            if (!refused) {
                super.onHalfClose();
            }
        }
    }
}

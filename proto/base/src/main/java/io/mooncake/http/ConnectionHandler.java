package io.mooncake.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one connection, one after another: reading stops while one is answered, so that answers keep the
 * order of pipelined requests.
 *
 * <p>Thread safety: the event loop of its connection; answers arrive from any thread.
 */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger LOGGER = LoggerFactory.getLogger(HttpServer.class);

    private final RequestDispatch dispatch;

    ConnectionHandler(RequestDispatch dispatch) {
        this.dispatch = dispatch;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            send(context, unreadable(request.decoderResult().cause()), false);
            return;
        }
        context.channel().config().setAutoRead(false);
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        byte[] body = ByteBufUtil.getBytes(request.content());
        dispatch.dispatch(request.method(), request.uri(), body, reply -> send(context, reply, keepAlive));
    }

    private static HttpReply unreadable(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return RequestDispatch.plain(414, "414 Request-URI Too Long");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            return RequestDispatch.plain(431, "431 Request Header Fields Too Large");
        }
        return RequestDispatch.plain(400, "400 Bad Request");
    }

    private static void send(ChannelHandlerContext context, HttpReply reply, boolean keepAlive) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        if (!reply.contentType().isEmpty()) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
        }
        if (!keepAlive) {
            response.headers().set(HttpHeaderNames.CONNECTION, "close");
        }
        context.writeAndFlush(response).addListener((ChannelFutureListener) written -> {
            if (!written.isSuccess() || !keepAlive) {
                var _ = written.channel().close();
                return;
            }
            written.channel().config().setAutoRead(true);
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof IdleStateEvent && context.channel().config().isAutoRead()) {
            var _ = context.close();
            return;
        }
        super.userEventTriggered(context, event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOGGER.warn("an HTTP connection of {} failed: {}", context.channel().remoteAddress(), cause.toString());
        }
        var _ = context.close();
    }
}

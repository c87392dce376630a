package io.mooncake.bench.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The network of a compose file on one machine: every service is at 127.0.0.1, and each port that a service has in its
 * container is a free port here. Words of commands and lines of files are rewritten so, and nothing else of them is:
 *
 * <ul>
 *   <li>{@code SERVICE:PORT}: 127.0.0.1 and the free port
 *   <li>{@code 127.0.0.1:PORT}: the same port of the service that says so
 *   <li>{@code --…port=PORT}: its free port; 0 stays
 *   <li>{@code --host=SERVICE}: 127.0.0.1
 * </ul>
 *
 * <p>A free port is held by a socket until {@link #release}, so that no two services get the same one.
 */
final class ComposeNetwork implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern PORT_FLAG = Pattern.compile("(--\\w*port)=([1-9][0-9]*)");

    private final Set<String> services;
    private final Pattern address;
    private final Map<String, ServerSocket> held = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();

    ComposeNetwork(Set<String> services) {
        this.services = Set.copyOf(services);
        address = Pattern.compile("\\b(" + services.stream().map(Pattern::quote).collect(Collectors.joining("|")) + "|"
                + Pattern.quote(LOOPBACK) + "):([0-9]+)\\b");
    }

    /** The words of a service as they are on this machine. */
    List<String> translate(String service, List<String> words) {
        return words.stream().map(word -> translate(service, word)).toList();
    }

    /** A word or a text of a service as it is on this machine. */
    String translate(String service, String text) {
        Matcher flag = PORT_FLAG.matcher(text);
        if (flag.matches()) {
            return flag.group(1) + "=" + port(service, flag.group(2));
        }
        if (text.startsWith("--host=") && services.contains(text.substring("--host=".length()))) {
            return "--host=" + LOOPBACK;
        }
        return address.matcher(text).replaceAll(found -> LOOPBACK + ":" + port(owner(service, found), found.group(2)));
    }

    private static String owner(String service, MatchResult found) {
        return found.group(1).equals(LOOPBACK) ? service : found.group(1);
    }

    private int port(String service, String port) {
        return ports.computeIfAbsent(service + ":" + port, key -> {
            try {
                ServerSocket socket = new ServerSocket(0);
                held.put(key, socket);
                return socket.getLocalPort();
            } catch (IOException e) {
                throw new UncheckedIOException("no free port for " + key, e);
            }
        });
    }

    /** The service is about to bind its ports. */
    void release(String service) throws IOException {
        for (Map.Entry<String, ServerSocket> socket : held.entrySet()) {
            if (socket.getKey().startsWith(service + ":")) {
                socket.getValue().close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket socket : held.values()) {
            socket.close();
        }
    }
}

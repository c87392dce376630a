package io.mooncake.address;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A host (name, IPv4 or IPv6 address, scope id allowed) and a port.
 *
 * <p>Text forms read: {@code name:port}, {@code 1.2.3.4:port}, {@code [v6]:port}, {@code [v6%scope]:port}; where a
 * default port is given also all of them without port, and a bare IPv6 address. Written with brackets around IPv6.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Errors: {@link InvalidAddressException}, which names the option that the text came from.
 *
 * @param host name or address, without brackets
 * @param port 0 to 65535; 0 means: any free port, where one is bound
 */
public record HostAndPort(String host, int port) {
    /** Largest port number. */
    public static final int MAX_PORT = 65535;

    /** Longest host name that DNS allows. */
    private static final int MAX_NAME_CHARS = 253;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,5}");
    private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");

    /** Refuses a host that is no name or address, and a port outside its range. */
    public HostAndPort {
        checkHost("address", host + ":" + port, host);
        if (port < 0 || port > MAX_PORT) {
            throw new InvalidAddressException("address", host + ":" + port, portRange());
        }
    }

    /**
     * Reads an address that must name its port.
     *
     * @param option what the text was given for; faults name it
     */
    public static HostAndPort parse(String option, String text) {
        return parse(option, text, OptionalInt.empty());
    }

    /**
     * Reads an address that may leave out its port.
     *
     * @param option what the text was given for; faults name it
     * @param defaultPort the port of an address without one
     */
    public static HostAndPort parse(String option, String text, int defaultPort) {
        return parse(option, text, OptionalInt.of(defaultPort));
    }

    private static HostAndPort parse(String option, String text, OptionalInt defaultPort) {
        if (text.isEmpty()) {
            throw new InvalidAddressException(option, text, "is empty, expected host:port");
        }
        if (text.startsWith("[")) {
            return parseBracketed(option, text, defaultPort);
        }
        int firstColon = text.indexOf(':');
        int lastColon = text.lastIndexOf(':');
        if (firstColon != lastColon) {
            return parseBareIpv6(option, text, defaultPort);
        }
        String host = firstColon < 0 ? text : text.substring(0, firstColon);
        checkHost(option, text, host);
        int port = firstColon < 0
                ? defaultOrFault(option, text, defaultPort)
                : parsePort(option, text, text.substring(firstColon + 1));
        return new HostAndPort(host, port);
    }

    private static HostAndPort parseBracketed(String option, String text, OptionalInt defaultPort) {
        int end = text.indexOf(']');
        if (end < 0) {
            throw new InvalidAddressException(option, text, "the bracket is not closed, expected [v6]:port");
        }
        String host = text.substring(1, end);
        if (!isIpv6(host)) {
            throw new InvalidAddressException(option, text, "the brackets hold no IPv6 address");
        }
        String rest = text.substring(end + 1);
        if (rest.isEmpty()) {
            return new HostAndPort(host, defaultOrFault(option, text, defaultPort));
        }
        if (!rest.startsWith(":")) {
            throw new InvalidAddressException(option, text, "expected :port after the bracket");
        }
        return new HostAndPort(host, parsePort(option, text, rest.substring(1)));
    }

    private static HostAndPort parseBareIpv6(String option, String text, OptionalInt defaultPort) {
        if (!isIpv6(text)) {
            throw new InvalidAddressException(option, text, "is no IPv6 address; with a port write [v6]:port");
        }
        if (defaultPort.isEmpty()) {
            throw new InvalidAddressException(option, text, "names no port, write [" + text + "]:port");
        }
        return new HostAndPort(text, defaultPort.getAsInt());
    }

    private static int defaultOrFault(String option, String text, OptionalInt defaultPort) {
        if (defaultPort.isEmpty()) {
            throw new InvalidAddressException(option, text, "names no port, expected host:port");
        }
        return defaultPort.getAsInt();
    }

    private static int parsePort(String option, String text, String digits) {
        if (!DIGITS.matcher(digits).matches()) {
            throw new InvalidAddressException(option, text, portRange());
        }
        int port = Integer.parseInt(digits);
        if (port > MAX_PORT) {
            throw new InvalidAddressException(option, text, portRange());
        }
        return port;
    }

    private static String portRange() {
        return "the port must be a number from 0 to " + MAX_PORT;
    }

    private static void checkHost(String option, String text, String host) {
        if (host.isEmpty()) {
            throw new InvalidAddressException(option, text, "names no host");
        }
        if (host.indexOf(':') >= 0) {
            if (!isIpv6(host)) {
                throw new InvalidAddressException(option, text, "is no IPv6 address");
            }
            return;
        }
        if (DIGITS_AND_DOTS.matcher(host).matches()) {
            if (!NetUtil.isValidIpV4Address(host)) {
                throw new InvalidAddressException(option, text, "is no IPv4 address");
            }
            return;
        }
        if (host.length() > MAX_NAME_CHARS || !NAME.matcher(host).matches()) {
            throw new InvalidAddressException(option, text, "is no host name");
        }
    }

    private static boolean isIpv6(String host) {
        int scope = host.indexOf('%');
        if (scope == 0 || scope == host.length() - 1) {
            return false;
        }
        String address = scope < 0 ? host : host.substring(0, scope);
        return address.indexOf(':') >= 0 && address.indexOf('[') < 0 && NetUtil.isValidIpV6Address(address);
    }

    /** The address of a socket; the host is written as a number. */
    public static HostAndPort of(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return new HostAndPort(host, address.getPort());
    }

    /** The same host with another port. */
    public HostAndPort withPort(int otherPort) {
        return new HostAndPort(host, otherPort);
    }

    /** The address for a socket; resolves a name, which may block. Unresolved when there is no such name. */
    public InetSocketAddress toSocketAddress() {
        return new InetSocketAddress(host, port);
    }

    /** {@code host:port}, with brackets around an IPv6 address. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}

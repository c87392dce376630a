package io.mooncake.bench.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TCP ports on which a process of this machine listens, as the kernel knows them. */
final class ListeningPorts {

    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final String LISTEN = "0A";

    private ListeningPorts() {}

    static Set<Integer> of(long pid) throws IOException {
        Set<String> inodes = socketInodes(pid);
        Set<Integer> ports = new TreeSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "net", table))) {
                List<String> fields = SPACES.splitAsStream(line.strip()).toList();
                if (fields.size() > 9 && fields.get(3).equals(LISTEN) && inodes.contains(fields.get(9))) {
                    String local = fields.get(1);
                    ports.add(Integer.parseInt(local.substring(local.indexOf(':') + 1), 16));
                }
            }
        }
        return ports;
    }

    private static Set<String> socketInodes(long pid) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors.toList()) {
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }
}

package io.mooncake.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostAndPortTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:50051, 127.0.0.1, 50051",
        "localhost:0, localhost, 0",
        "node-1.rack_2.example.:65535, node-1.rack_2.example., 65535",
        "[::1]:80, ::1, 80",
        "[fe80::1%eth0]:12345, fe80::1%eth0, 12345",
        "[2001:db8::7]:9003, 2001:db8::7, 9003",
    })
    void readsAndWritesTheSameText(String text, String host, int port) {
        HostAndPort address = HostAndPort.parse("rpc_address", text);

        assertThat(address).isEqualTo(new HostAndPort(host, port));
        assertThat(address).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1:7",
        "10.0.0.1:8, 10.0.0.1:8",
        "::1, [::1]:7",
        "fe80::1%2, [fe80::1%2]:7",
        "[::1], [::1]:7",
        "host, host:7",
    })
    void takesTheDefaultPortWhereThereIsNone(String text, String expected) {
        assertThat(HostAndPort.parse("option", text, 7)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                ":80",
                "host:",
                "host:-1",
                "host:65536",
                "host:99999",
                "host:8o",
                "host:80:90",
                "::1",
                "[::1]",
                "[::1",
                "[::1]80",
                "[host]:80",
                "[::1%]:80",
                "1.2.3:80",
                "1.2.3.256:80",
                "ho st:80",
                "-host:80",
                "[]:80"
            })
    void refusesWhatIsNoAddressAndNamesTheOption(String text) {
        assertThatThrownBy(() -> HostAndPort.parse("master_server_address", text))
                .isInstanceOfSatisfying(InvalidAddressException.class, fault -> {
                    assertThat(fault.option()).isEqualTo("master_server_address");
                    assertThat(fault.text()).isEqualTo(text);
                    assertThat(fault.reason()).isNotEmpty();
                    assertThat(fault).hasMessageContaining("master_server_address=\"" + text + "\"");
                });
    }

    @Test
    void takesTheAddressOfASocket() throws UnknownHostException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});

        assertThat(HostAndPort.of(new InetSocketAddress(loopback, 9003))).hasToString("127.0.0.1:9003");
        assertThat(new HostAndPort("127.0.0.1", 9003).toSocketAddress())
                .isEqualTo(new InetSocketAddress(loopback, 9003));
        assertThat(new HostAndPort("127.0.0.1", 0).withPort(4)).isEqualTo(new HostAndPort("127.0.0.1", 4));
    }
}

package io.mooncake.bench.system;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What another JVM on this machine says about its memory. */
final class JvmProbe implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private JvmProbe(JMXConnector connector, MBeanServerConnection beans) {
        this.connector = connector;
        this.beans = beans;
    }

    @SuppressWarnings("BanJNDI") // the address comes from a process that the test started itself
    static JvmProbe attach(long pid) throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
        try {
            JMXConnector connector =
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            return new JvmProbe(connector, connector.getMBeanServerConnection());
        } finally {
            machine.detach();
        }
    }

    /** Bytes that all threads together ever allocated on the heap. */
    long allocatedHeapBytes() throws IOException, JMException {
        return number("java.lang:type=Threading", "TotalThreadAllocatedBytes");
    }

    /** Bytes of direct buffers that live now. */
    long directBytes() throws IOException, JMException {
        return number("java.nio:type=BufferPool,name=direct", "MemoryUsed");
    }

    private long number(String bean, String attribute) throws IOException, JMException {
        Object value = beans.getAttribute(new ObjectName(bean), attribute);
        if (value instanceof Long number) {
            return number;
        }
        throw new AssertionError(bean + " answered " + value + " for " + attribute);
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}

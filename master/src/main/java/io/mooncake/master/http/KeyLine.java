package io.mooncake.master.http;

import io.mooncake.master.core.ObjectKey;

/**
 * A key as one line of a listing: control characters and the percent sign are percent-encoded, so that no key takes two
 * lines and no two keys have the same one.
 */
final class KeyLine {
    private static final char DELETE = 0x7f;

    private KeyLine() {}

    static String of(ObjectKey key) {
        String text = key.toString();
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '%' || c == DELETE) {
                line.append("%%%02X".formatted((int) c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }
}

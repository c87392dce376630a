package io.mooncake.address;

/** A text that is no address; says which option it came from and what is wrong with it. */
public final class InvalidAddressException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String option;
    private final String text;
    private final String reason;

    InvalidAddressException(String option, String text, String reason) {
        super(option + "=\"" + text + "\": " + reason);
        this.option = option;
        this.text = text;
        this.reason = reason;
    }

    /** The option that held the text. */
    public String option() {
        return option;
    }

    /** The text as it was given. */
    public String text() {
        return text;
    }

    /** What is wrong with the text. */
    public String reason() {
        return reason;
    }
}

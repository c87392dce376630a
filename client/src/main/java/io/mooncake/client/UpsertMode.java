package io.mooncake.client;

/** What an upsert does with the old value meanwhile. */
public enum UpsertMode {
    /**
     * It stays readable until the new value takes its place, and when the upsert fails. There must be room for both.
     */
    KEEP_OLD_VALUE,
    /**
     * A value of the same length that nobody reads may be overwritten where it lies: it is unreadable meanwhile, and
     * lost when the upsert fails. Others are replaced as with {@link #KEEP_OLD_VALUE}.
     */
    MAY_OVERWRITE
}

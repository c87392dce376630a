package io.mooncake.bench.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a trace with the shape of multi-turn conversations: sessions start with one of a few shared system prompts, and
 * each turn of a session repeats its whole prompt so far and adds to it. Sessions run side by side, each as long as its
 * user likes.
 *
 * <p>Thread safety: none. The same seed makes the same trace.
 */
public final class ConversationTrace {

    private static final int SYSTEM_PROMPTS = 6;
    private static final int SYSTEM_PROMPT_BLOCKS = 8;
    private static final int SIDE_BY_SIDE = 128;
    private static final int MOST_BLOCKS_PER_TURN = 6;
    private static final int MOST_BLOCKS_PER_SESSION = 120;
    /** One session in this many ends after each turn: 8 turns on average. */
    private static final int MEAN_TURNS = 8;

    private final SplittableRandom random;
    private final List<List<Long>> systemPrompts = new ArrayList<>();
    private final List<List<Long>> sessions = new ArrayList<>();
    private long nextId;

    private ConversationTrace(long seed) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < SYSTEM_PROMPTS; i++) {
            systemPrompts.add(fresh(SYSTEM_PROMPT_BLOCKS));
        }
        for (int i = 0; i < SIDE_BY_SIDE; i++) {
            sessions.add(open());
        }
    }

    /** A trace of this many requests. */
    public static List<TraceRequest> make(long seed, int requestCount) {
        ConversationTrace trace = new ConversationTrace(seed);
        List<TraceRequest> requests = new ArrayList<>(requestCount);
        for (int i = 0; i < requestCount; i++) {
            requests.add(trace.turn());
        }
        return requests;
    }

    private TraceRequest turn() {
        int index = random.nextInt(sessions.size());
        List<Long> prompt = sessions.get(index);
        prompt.addAll(fresh(1 + random.nextInt(MOST_BLOCKS_PER_TURN)));
        if (prompt.size() >= MOST_BLOCKS_PER_SESSION || random.nextInt(MEAN_TURNS) == 0) {
            sessions.set(index, open());
        }
        return new TraceRequest(prompt);
    }

    private List<Long> open() {
        return new ArrayList<>(systemPrompts.get(random.nextInt(systemPrompts.size())));
    }

    private List<Long> fresh(int count) {
        List<Long> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(nextId++);
        }
        return ids;
    }
}

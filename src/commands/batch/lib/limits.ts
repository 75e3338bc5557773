/** Maximum size of an input line, in bytes: the payload of an invocation fits, also escaped. */
export const MAX_LINE_BYTES = 8 * 1_024 * 1_024;

/** Maximum size of the streamed result of a line, in bytes. */
export const MAX_RESULT_BYTES = 16 * 1_024 * 1_024;

/** Most lines that run at the same time. */
export const MAX_CONCURRENCY = 64;

/** Lines that may be ahead of the oldest running one in ordered output, per line that runs at the same time. */
export const LINES_AHEAD = 16;

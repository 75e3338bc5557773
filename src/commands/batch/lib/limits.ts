/** Maximum size of an input line, in bytes; the escaped payload of an invocation fits. */
export const MAX_LINE_BYTES = 8 * 1_024 * 1_024;

/** Maximum size of the streamed result of a line, in bytes. */
export const MAX_RESULT_BYTES = 16 * 1_024 * 1_024;

/** Maximum number of lines that run at the same time. */
export const MAX_CONCURRENCY = 64;

/** Maximum number of lines ahead of the oldest running one in ordered output, as a multiple of the concurrency. */
export const MAX_LINES_AHEAD = 16;

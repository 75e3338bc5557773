/** Time for which a session is kept where none is given, in seconds. */
export const KEEP_SECONDS = 3_600;

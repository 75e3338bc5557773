/** Maximum length of the text of a tool result, in characters: about 12,000 tokens. */
export const MAX_RESULT_TEXT = 48_000;

/** Maximum size of an image in a tool result, in bytes; as base64 it is a third larger. */
export const MAX_IMAGE_BYTES = 3_750_000;

/** Maximum size of a message of a client, in bytes. */
export const MAX_MESSAGE_BYTES = 4 * 1_024 * 1_024;

/** Maximum number of calls that run at the same time; others wait. */
export const MAX_RUNNING_CALLS = 16;

/** Maximum number of clients over HTTP; the one that was silent for longest makes room. */
export const MAX_HTTP_CLIENTS = 32;

/** Milliseconds that running calls get to answer after the client has closed stdin. */
export const LAST_ANSWERS_MS = 2_000;

/** Milliseconds that a person has to answer a question. */
export const ANSWER_MS = 10 * 60_000;

/** Maximum number of records of a kind in the list of resources. */
export const MAX_LISTED_RECORDS = 20;

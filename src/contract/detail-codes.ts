import type { CodeText } from "./code-text.ts";

/** Codes of `details` and `inner_error`. */
export const detailCodes = {
  invalid_input: {
    meaning: "A field of the request is not valid; the message begins with its path.",
    advice: "Correct the field; browserctl help COMMAND lists flags and their limits.",
  },
  conflict: {
    meaning: "A field of the request conflicts with something that exists; the message begins with its path.",
    advice: "Use another value, or change what exists.",
  },
  not_supported_locally: {
    meaning: "A field of the request has no effect here; the message begins with its path.",
    advice: "Leave the field out, or use a hosted service; browserctl local support lists what works here.",
  },
  exit_code: {
    meaning: "Exit code of the process that has ended.",
    advice: "Read what it printed: browserctl browsers process output SESSION PROCESS",
  },
  written_bytes: {
    meaning: "Bytes of the input that were written before the failure.",
    advice: "Send the rest of the input from there.",
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type DetailCode = keyof typeof detailCodes;

/** Codes of the event `error` in a stream (contract 3). */
export const streamErrorCodes = {
  log_unreadable: {
    meaning: "The rest of the log cannot be read.",
    advice: "Check the disk of the service; its own log has the reason: browserctl local logs",
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type StreamErrorCode = keyof typeof streamErrorCodes;

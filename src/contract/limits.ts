/**
 * Maximum size of a JSON body, in bytes, of an operation without a `maxBodyBytes` of its own. assumed: 1 MiB, and the
 * limits of the operations that carry much text or data; the API has no limit.
 */
export const MAX_BODY_BYTES = 2 ** 20;

/** Items of one page of a list (contract 0.8). */
export const PAGE_ITEMS = { default: 20, max: 100 } as const;

/** Maximum size of a payload and of a result, in bytes of UTF-8 (contract 2.17). */
export const MAX_PAYLOAD_BYTES = 4_500_000;

/** Maximum size of the names and values of all headers of a telemetry destination, in bytes (contract 2.23). */
export const MAX_DESTINATION_HEADER_BYTES = 8_192;

/** Maximum size of an extension's archive, in bytes (contract 1.10). */
export const MAX_EXTENSION_BYTES = 50 * 2 ** 20;

/** Maximum size of an app's archive, in bytes. assumed: 256 MiB; the API names no limit. */
export const MAX_APP_ARCHIVE_BYTES = 256 * 2 ** 20;

/** Intervals of the health checks of auth connections, in seconds (spec 8). */
export const HEALTH_CHECK_SECONDS = { min: 300, max: 86_400, default: 3_600 } as const;

/** Budgets of a snapshot in tokens, by default and with a search. assumed: what a model reads at a glance (agents). */
export const SNAPSHOT_TOKENS = { default: 1_500, find: 500, min: 200, max: 100_000 } as const;

/** Maximum number of acts of one call, and of milliseconds that each waits for its element. */
export const MAX_ACTS = 100;
export const MAX_ACT_WAIT_MS = 60_000;

/** Budget of a page of `browsers read` in tokens. assumed: a chapter of a manual is two or three pages. */
export const READ_TOKENS = { default: 2_000, min: 200, max: 100_000 } as const;

/** Time that one request waits for a page, in milliseconds; the command repeats it. */
export const MAX_WAIT_MS = 25_000;

/** Paper sizes by name, in inches. */
export const PAPER_SIZES = {
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  legal: [8.5, 14],
  letter: [8.5, 11],
  tabloid: [11, 17],
} as const;

/** Maximum length of a value for the storage of a page, in characters. Chromium's quota is about 5,000,000 for an origin. */
export const MAX_STORED_VALUE = 8_000_000;

/** Maximum length of the code of one Playwright call, in characters. */
export const MAX_PLAYWRIGHT_CODE = 1_000_000;

/** Form of the references of a snapshot: an element, or a cell of a row. */
export const REFERENCE_PATTERN = "^e[1-9][0-9]{0,9}(\\.[1-9][0-9]{0,3})?$";

/** Time for which a session is kept where none is given, in seconds. assumed: an hour of work by hand. */
export const KEEP_SECONDS = 3_600;

/** Form of the names of apps, versions and actions. assumed: the API names none. */
export const APP_WORD = {
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$",
  expects: '1 to 128 letters, digits, ".", "_" or "-", the first a letter or a digit',
} as const;

/** Version of a deployment that names none. assumed: contract 2.17 names no default. */
export const LATEST_VERSION = "latest";

/** Region of every deployment (contract 2.17). */
export const APP_REGION = "aws.us-east-1a";

/** Default time limit of an asynchronous invocation, in seconds (contract 0.14). */
export const ASYNC_SECONDS = 900;

/** File name of executed code in the lines of its errors: `at code:3:7`. assumed: contract 2.5 names none. */
export const CODE_NAME = "code";

/** Longest time of one request to the audit log, in days (contract 2.26). */
export const MAX_AUDIT_DAYS = 30;
/** Entries of a page of the audit log (contract 2.26). */
export const MAX_AUDIT_PAGE = 100;
/** Entries of a chunk of the audit log (contract 2.26). */
export const MAX_AUDIT_CHUNK = 50_000;

/** Maximum number of named Playwright executors of a session (contract 2.5). */
export const MAX_EXECUTORS = 8;

/** Maximum size of a WebMCP tool's input, in bytes of JSON (contract 2.25). */
export const MAX_TOOL_INPUT_BYTES = 2 ** 20;
/** Maximum size of the source of custom WebMCP tools, in bytes (contract 2.25). */
export const MAX_CUSTOM_TOOLS_SOURCE = 8_000_000;
/** Memory for the values of a session's REPL, in MiB of heap (contract 2.28). */
export const REPL_HEAP_MIB = 512;
/** Maximum text in an answer of a REPL, in bytes (contract 2.28). */
export const MAX_REPL_TEXT_BYTES = 256 * 2 ** 10;
/** Maximum size of a picture in an answer of a REPL, in bytes (contract 2.28). */
export const MAX_REPL_IMAGE_BYTES = 8 * 2 ** 20;
/** Maximum size of all pictures in an answer of a REPL, in bytes (contract 2.28). */
export const MAX_REPL_IMAGES_BYTES = 16 * 2 ** 20;

/** Maximum size of a body with `chrome_policy`, in bytes: its 5 MiB (contract 2.2), and room for the other settings. */
export const MAX_POLICY_BODY_BYTES = 6 * 2 ** 20;

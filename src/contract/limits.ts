/** Bytes of UTF-8 that a payload may have, and a result (contract 2.17). */
export const PAYLOAD_BYTES = 4_500_000;

/** Names of apps, their versions and actions. assumed: the API names no form. */
export const APP_WORD = {
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$",
  expects: '1 to 128 letters, digits, ".", "_" or "-", the first a letter or a digit',
} as const;

/** The version of a deployment that names none. assumed: contract 2.17 names no default. */
export const LATEST_VERSION = "latest";

/** The one region of deployments (contract 2.17). */
export const APP_REGION = "aws.us-east-1a";

/** Seconds that an invocation which nobody waits for may run, unless it is said (contract 2.17). */
export const ASYNC_SECONDS = 900;

/** The name that executed code has in the lines of its errors: `at code:3:7`. assumed: contract 2.5 names none. */
export const CODE_NAME = "code";

import { type Logger, pino, stdSerializers } from "pino";
import { replaceApiKeys } from "../core/api-key-text.ts";
import { replaceUserinfo } from "../core/userinfo.ts";
import type { Clock } from "./clock.ts";

/**
 * Logger of the service. Fields of a record: `session` (id of a browser session), `request` (id of an HTTP request),
 * `operation`, `part` (program that wrote the line), `err`.
 */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/** Takes one record as a line of JSON with its line end. */
export interface LogSink {
  write(line: string): void;
}

/** Fields whose values are secrets, at the top of a record or one level below. They are logged as `[redacted]`. */
const secretFields = [
  "authorization",
  "browser_live_view_url",
  "cdp_ws_url",
  "cookie",
  "env",
  "handoff_code",
  "hosted_url",
  "jwt",
  "password",
  "payload",
  "secret",
  "stdin",
  "text",
  "token",
  "totp_secret",
  "values",
] as const;

/** Logger whose records have the clock's time and hold no secret: no {@link secretFields}, no user of a URL, no API key. */
export function createLog(sink: LogSink, clock: Clock): Log {
  return pino(
    {
      // No process id and no host name: the file belongs to one service on one machine.
      base: null,
      level: "debug",
      timestamp: () => `,"time":"${clock.timestamp()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: stdSerializers.err },
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
      hooks: { streamWrite: (line) => replaceApiKeys(replaceUserinfo(line)) },
    },
    sink,
  );
}

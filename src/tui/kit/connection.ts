import { sanitizeLine } from "../../core/sanitize.ts";

/** State of the connection to the stream. */
export type Connection =
  | { readonly state: "connecting" | "connected" | "closed" }
  | { readonly state: "lost"; readonly reason: string }
  | {
      readonly state: "reconnecting";
      readonly reason: string;
      readonly attempt: number;
      readonly nextAttemptAt: number;
    };

/** The connection in a few words, with the remaining wait in seconds. `now` is in milliseconds since 1970. */
export function connectionText(connection: Connection, now: number): string {
  if (connection.state === "lost") return `lost: ${sanitizeLine(connection.reason)}`;
  if (connection.state !== "reconnecting") return connection.state;
  const seconds = Math.ceil((connection.nextAttemptAt - now) / 1_000);
  const wait = seconds > 0 ? ` in ${seconds} s` : "";
  const attempt = connection.attempt > 1 ? `, attempt ${connection.attempt}` : "";
  return `reconnecting${wait}${attempt}: ${sanitizeLine(connection.reason)}`;
}

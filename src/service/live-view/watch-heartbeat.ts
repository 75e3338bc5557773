import type { WebSocket } from "ws";

/** assumed: 20 seconds; a viewer that reads 4 MiB in that time is slow, not gone. */
export const HEARTBEAT_MS = 20_000;

/**
 * Ends a viewer that answers no ping between two heartbeats: its machine is gone, or it has stopped reading, because a
 * ping is queued behind the pictures before it.
 */
export function watchHeartbeat(viewer: WebSocket, intervalMs: number): void {
  let answered = true;
  const beat = setInterval(() => {
    // The pong of a viewer that is not read waits behind its messages.
    if (viewer.isPaused) return;
    if (!answered) {
      viewer.terminate();
      return;
    }
    answered = false;
    viewer.ping();
  }, intervalMs);
  beat.unref();
  viewer.on("pong", () => {
    answered = true;
  });
  viewer.once("close", () => clearInterval(beat));
}

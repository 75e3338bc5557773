import type { Chromium } from "../../../src/service/chromium/launch.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";

/**
 * Counts the requests and WebSocket messages of the shown page that carry a value, in any of the usual encodings.
 * Follows the page by itself, without the engine.
 */
export async function countSends({ connection }: Chromium, value: string, user = ""): Promise<() => number> {
  const { targetId } = await activePage(connection);
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  const session = connection.session(sessionId);
  const basic = Buffer.from(`${user}:${value}`).toString("base64");
  const carries = (text: string): boolean => text.includes(value) || text.includes(basic);
  const found = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (carries(JSON.stringify([request.url, request.headers, request.postData ?? ""]))) found.add(requestId);
  });
  session.on("Network.webSocketFrameSent", ({ requestId, timestamp, response }) => {
    if (carries(response.payloadData)) found.add(`${requestId} ${timestamp}`);
  });
  await session.send("Network.enable");
  return () => found.size;
}

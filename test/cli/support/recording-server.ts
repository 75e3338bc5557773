import { createServer } from "node:http";
import { onLoopback } from "../../support/servers/loopback.ts";

/** A request as it arrived. */
export interface Recorded {
  line: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface RecordingServer {
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** The requests since the last call. */
  take(): Recorded[];
}

/**
 * A real server that keeps every request, and refuses it unless `answer` gives a JSON value for its line. The status 400
 * is repeated by no client.
 */
export async function recordingServer(answer: (line: string) => unknown = () => undefined): Promise<RecordingServer> {
  let requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const line = `${request.method} ${request.url}`;
    requests.push({ line, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
    const value = answer(line);
    response.writeHead(value === undefined ? 400 : 200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(value ?? { code: "bad_request", message: "refused" }));
  });
  const { env } = await onLoopback(server);
  return {
    env,
    take: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
}

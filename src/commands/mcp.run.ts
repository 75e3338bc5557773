import type { Check, Run } from "../cli/declare/body.ts";
import { sourceOf } from "../cli/input/source.ts";
import { untilAborted } from "../core/abort.ts";
import { usageError } from "../core/errors.ts";
import { ClosedPipeError } from "../core/io.ts";
import { AgentServers } from "./mcp/lib/agent-server.ts";
import { httpPlace, serveHttp } from "./mcp/lib/http-server.ts";
import { LAST_ANSWERS_MS } from "./mcp/lib/limits.ts";
import type { Mcp } from "./mcp/lib/runner.ts";
import { StdioTransport } from "./mcp/lib/stdio-transport.ts";
import type { mcp } from "./mcp.ts";

export const check: Check<typeof mcp> = ({ flags: { allow = [], http, readOnly, token } }) => [
  ...(http === undefined ? [] : httpPlace(http).problems),
  ...(token !== undefined && http === undefined ? [{ path: "--token", message: "is for --http" }] : []),
  ...(token !== undefined && sourceOf(token).from === "literal"
    ? [{ path: "--token", message: "must be env:NAME, @file or -: others see the words of a command" }]
    : []),
  ...(readOnly && allow.some((effect) => effect !== "secrets")
    ? [{ path: "--read-only", message: "cannot be combined with --allow settings or service" }]
    : []),
];

/** Serves agents until the client closes stdin, or a signal ends the command. */
export const run: Run<typeof mcp> = async (body) => {
  const { exit, flags, note, signal, takeErrors } = body;
  takeErrors((error) => note(`error: ${error instanceof Error ? error.message : String(error)}`));
  const servers = await AgentServers.create(body);
  if (flags.http === undefined) await serveStdio(servers, body);
  else await serveHttp(servers, { ...httpPlace(flags.http).value, token: await givenToken(body) }, body);
  signal.throwIfAborted();
  return exit(0);
};

/** The token of `--token`. Exit 2 for one that could be guessed or does not fit into a header. */
async function givenToken({ flags: { token: source }, read }: Mcp): Promise<string | undefined> {
  if (source === undefined) return undefined;
  const token = (await read(source, "--token")).trim();
  if (/^[\x21-\x7e]{16,}$/.test(token)) return token;
  throw usageError([{ path: "--token", message: "must have 16 characters or more, without spaces" }]);
}

/** Serves one client over stdin and stdout until it closes one of them. */
async function serveStdio(servers: AgentServers, { io, note, signal }: Mcp): Promise<void> {
  if (io.tty.stdin)
    note("note: a client speaks over stdin; browserctl mcp install sets one up. Ctrl-D ends the server.");
  const stdin = io.takeStdin("mcp");
  const server = servers.server();
  const closed = new Promise<void>((resolve) => {
    for (const event of ["end", "error", "close"]) stdin.once(event, () => resolve());
  });
  const unread = Promise.withResolvers<void>();
  const transport = new StdioTransport(stdin, {
    write: (text) =>
      io.write(text).catch((error: unknown) => {
        unread.resolve();
        if (!(error instanceof ClosedPipeError)) throw error;
      }),
  });
  await server.connect(transport);
  try {
    await untilAborted(Promise.race([closed, unread.promise]), signal);
    // Calls that were sent before the end are answered, unless they take long.
    const late = AbortSignal.timeout(LAST_ANSWERS_MS);
    await untilAborted(Promise.race([transport.answered(), unread.promise]), AbortSignal.any([late, signal])).catch(
      () => {},
    );
  } finally {
    await server.close();
  }
}

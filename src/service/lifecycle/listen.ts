import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { CliError } from "../../core/errors.ts";

const HOST = "127.0.0.1";
/** Below the ports that systems give to outgoing connections: one of those could hold ours after a restart. */
const RANDOM_PORTS = [20_000, 32_000] as const;
const TRIES = 20;

export interface PortChoice {
  /** The port that was asked for; 0 asks for a new one. */
  requested: number | undefined;
  /** The port of the service's last life. */
  previous: number | undefined;
}

/**
 * Listens on 127.0.0.1 and gives the port: the one asked for, else the kept one, else a free one. A port that is taken
 * is an error, because other clients rely on it; only a new one is drawn again. assumed: the whole order.
 */
export async function listen(app: FastifyInstance, { requested, previous }: PortChoice): Promise<number> {
  const fixed = requested === undefined ? previous : requested || undefined;
  if (fixed !== undefined) {
    try {
      return await listenOn(app, fixed);
    } catch (error) {
      throw portError(fixed, requested !== undefined, error);
    }
  }
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await listenOn(app, randomInt(...RANDOM_PORTS));
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return await listenOn(app, 0);
}

async function listenOn(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ host: HOST, port });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the service listens on no port");
  return address.port;
}

function isTaken(error: unknown): boolean {
  return ["EADDRINUSE", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function portError(port: number, isRequested: boolean, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EACCES") {
    return new CliError("failed", `port ${port} may not be used by this user`, {
      code: "port_forbidden",
      cause: error,
    });
  }
  if (code !== "EADDRINUSE") return error;
  const whose = isRequested ? `port ${port}` : `port ${port}, which the local service had before,`;
  return new CliError("failed", `${whose} is taken by another program`, {
    code: "port_taken",
    hint: "browserctl local start --port 0",
    cause: error,
  });
}

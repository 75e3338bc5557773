import { randomInt } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { CliError } from "../../core/errors.ts";

const HOST = "127.0.0.1";
/**
 * Range of new ports, below the ephemeral ports: an outgoing connection could take an ephemeral port during a restart.
 */
const RANDOM_PORTS = [20_000, 32_000] as const;
const TRIES = 20;

export interface PortChoice {
  /** Requested port; 0 for a new one. */
  requested: number | undefined;
  /** Port of the previous run. */
  previous: number | undefined;
}

/**
 * Listens on 127.0.0.1 and returns the port: the requested one, otherwise the previous one, otherwise a free one. A
 * requested or previous port that is in use is an error, because clients rely on it. assumed: the whole order.
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
  return await onFreePort((port) => listenOn(app, port));
}

/** Calls `start` with random ports of the range until one is free; as a last attempt with 0. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await start(randomInt(...RANDOM_PORTS));
    } catch (error) {
      if (!isPortTaken(error)) throw error;
    }
  }
  return await start(0);
}

async function listenOn(app: FastifyInstance, port: number): Promise<number> {
  await app.listen({ host: HOST, port });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the service listens on no port");
  return address.port;
}

/** True for the error of a port that is in use, or that this user may not use. */
export function isPortTaken(error: unknown): boolean {
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

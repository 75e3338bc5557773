import { SERVICE_WORLD } from "./isolated-world.ts";

interface Context {
  id: number;
  name: string;
}

/** Recognizes events of a client's sessions that are about the service's own worlds. */
export class WorldView {
  /** Contexts of the service, by session. */
  readonly #contexts = new Map<string, Set<number>>();

  /** True for an event that the client must not get. */
  hides(method: string, params: unknown, sessionId: string): boolean {
    switch (method) {
      case "Runtime.executionContextCreated": {
        const { id, name } = (params as { context: Context }).context;
        if (name !== SERVICE_WORLD) return false;
        const known = this.#contexts.get(sessionId) ?? new Set();
        this.#contexts.set(sessionId, known.add(id));
        return true;
      }
      case "Runtime.executionContextsCleared":
        this.#contexts.delete(sessionId);
        return false;
      case "Runtime.executionContextDestroyed":
        return this.#contexts.get(sessionId)?.delete(contextOf(params)) === true;
      case "Debugger.scriptParsed":
      case "Debugger.scriptFailedToParse":
        return this.#contexts.get(sessionId)?.has(contextOf(params)) === true;
      default:
        return false;
    }
  }

  forget(sessionId: string): void {
    this.#contexts.delete(sessionId);
  }
}

function contextOf(params: unknown): number {
  return (params as { executionContextId: number }).executionContextId;
}

import { type Chaos, parseChaos } from "../../../contract/chaos.ts";
import type { Problem } from "../../../core/errors.ts";

/** Parses typed fault injection; problems name its flag or argument. */
export function readChaos(text: string, from: string): { chaos: Chaos; problems: Problem[] } {
  const { chaos, problems } = parseChaos(text);
  return {
    chaos,
    problems: problems.map(({ path, message }) => ({
      path: from,
      message: path === "chaos" ? message : `${path}: ${message}`,
    })),
  };
}

/** Note printed where a service starts with fault injection, or already runs with it. */
export function chaosNote(spec: string): string {
  return `note: fault injection is on in the local service: ${spec}; turn it off with: browserctl local chaos off`;
}

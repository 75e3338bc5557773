import { type Chaos, parseChaos } from "../../contract/chaos.ts";
import type { Problem } from "../../core/errors.ts";

/** Faults on purpose as they were typed; what is wrong with them is told at the flag or argument they came by. */
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

/** What is said where a service begins to fail on purpose, or does so already. */
export function chaosNote(spec: string): string {
  return `note: the local service fails on purpose: ${spec}; \`browserctl local chaos off\` ends that`;
}

import type { CommandSpec } from "../../../src/cli/declare/spec.ts";
import type { Reply } from "../../readme/shell-session.ts";
import type { LineResult, RunningLine } from "./example-shell.ts";
import type { ExampleStage } from "./example-stage.ts";

/** Record that a line names: the word in it, the list, and the id. */
export interface Named {
  readonly word: string;
  readonly list: string;
  id: string;
}

/** Example that is about to be typed. */
export interface Prepared {
  readonly stage: ExampleStage;
  readonly line: string;
  readonly spec: CommandSpec;
  readonly named: readonly Named[];
  /** Id of the first record that the line names. */
  readonly id: string;
  /** Texts that stand in the line in place of others. */
  readonly replaced: Map<string, string>;
}

/** Example that was typed. */
export interface Ran extends Prepared {
  /** The line with the ids and addresses of this run. */
  readonly typed: string;
  readonly result: LineResult;
  /** Files that it was to write, by their paths in the home. */
  readonly files: readonly string[];
  /** Ids in the list of its operation before it ran. */
  readonly known: ReadonlySet<string>;
  /** Settings file before it ran. */
  readonly settings: string;
}

/** Surroundings of an example beside the records that it names, and its effect. */
export interface Scene {
  /** Makes what the line needs. */
  readonly prepare?: (prepared: Prepared) => unknown;
  /** Replies of a person at a terminal, where the line is typed; `token` for that of the service. */
  readonly replies?: readonly Reply[] | "token";
  /** Work of somebody else while the line runs. */
  readonly during?: (prepared: Prepared, running: RunningLine) => Promise<unknown>;
  /** Exit code; 0 when omitted. */
  readonly code?: number;
  /** Effect, where it does not follow from the operation of the command. */
  readonly effect?: (ran: Ran) => unknown;
  /** Ends a state that would be one of all other examples. */
  readonly restore?: (prepared: Prepared) => unknown;
}

/** Scenes by an example's line, or by the words of a command for all of its examples. */
export type Scenes = Readonly<Record<string, Scene>>;

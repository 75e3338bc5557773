import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Needs } from "../../../cli/declare/body.ts";
import type { FollowState } from "../../../client/follow/seen-events.ts";
import { CliError, fileError, usageError } from "../../../core/errors.ts";
import { readRegularText } from "../../../core/input-file.ts";
import { saveFile } from "../../../core/save-file.ts";
import type { Subject } from "../../lib/follow/subject.ts";

/** Milliseconds between two writes. */
const interval = 1_000;
/** Time limit of the last write after an interruption, in milliseconds. */
const grace = 5_000;

const nothing: FollowState = { after: undefined, floor: undefined, forgotten: "", logs: [], others: [] };

type Tools = Needs<"cwd" | "defer">;

/**
 * Position in a followed stream, kept in a file for the next process. Written at the start, at most every second, and
 * at the end, always after the events are printed. A killed process has printed up to a second more than its
 * checkpoint; the next process repeats those events and loses none.
 */
export class Checkpoint {
  readonly #tools: Tools;
  readonly #path: string;
  readonly #subject: Subject;
  /** State of the previous process. */
  readonly state: FollowState | undefined;
  readonly #failed = new AbortController();
  #latest: (() => FollowState) | undefined;
  #progress = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** Reads the file, or creates it. Exit 2 for a checkpoint of another subject, 10 for a file that is not a checkpoint. */
  static async open(tools: Tools, path: string, subject: Subject): Promise<Checkpoint> {
    const state = await read(resolve(tools.cwd, path), path, subject);
    const checkpoint = new Checkpoint(tools, path, subject, state);
    await checkpoint.#write(() => state ?? nothing);
    return checkpoint;
  }

  private constructor(tools: Tools, path: string, subject: Subject, state: FollowState | undefined) {
    this.#tools = tools;
    this.#path = path;
    this.#subject = subject;
    this.state = state;
  }

  /** Aborted with the error of a failed write. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Records progress. A failed write aborts {@link failed}. */
  update(state: () => FollowState): void {
    this.#latest = state;
    this.#progress = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = (this.#writing ?? Promise.resolve())
        .then(() => this.#flush())
        .catch((error: CliError) => this.#failed.abort(error));
    }, interval);
  }

  /** Writes the latest position. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#flush();
    // Without any event there is no position.
    if (this.state === undefined && !this.#progress) await rm(resolve(this.#tools.cwd, this.#path), { force: true });
  }

  async #flush(): Promise<void> {
    const state = this.#latest;
    this.#latest = undefined;
    if (state) await this.#write(state);
  }

  async #write(state: () => FollowState): Promise<void> {
    const { what, id } = this.#subject;
    const text = `${JSON.stringify({ browserctl_checkpoint: 1, [what]: id, ...state() })}\n`;
    await saveFile(this.#path, Buffer.from(text), {
      cwd: this.#tools.cwd,
      force: true,
      // It holds lines of the log.
      mode: 0o600,
      defer: (cleanup) => this.#tools.defer(cleanup),
      signal: AbortSignal.timeout(grace),
    });
  }
}

async function read(file: string, path: string, { what, id }: Subject): Promise<FollowState | undefined> {
  let text: string;
  try {
    text = await readRegularText(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError("read", path, error);
  }
  const value = parse(text);
  if (!value) {
    throw new CliError("local-file", `"${path}" is not a checkpoint, or is damaged`, {
      code: "bad_checkpoint",
      hint: "name another file, or delete this one to start again",
    });
  }
  if (value[what] !== id) {
    const message = `"${path}" is a checkpoint of another ${what}${typeof value[what] === "string" ? ` (${value[what]})` : ""}`;
    throw usageError([{ path: "--checkpoint", message }], "name another file, or delete this one to start again");
  }
  return value.state;
}

function parse(text: string): (Record<string, unknown> & { state: FollowState }) | undefined {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value?.["browserctl_checkpoint"] !== 1) return undefined;
  const { after, floor, forgotten, logs, others } = value;
  const optional = (member: unknown): boolean => member === undefined || typeof member === "string";
  const pairs = (list: unknown, type: string): boolean =>
    Array.isArray(list) &&
    list.every((pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === type);
  if (!optional(after) || !optional(floor) || typeof forgotten !== "string") return undefined;
  if (!pairs(logs, "string") || !pairs(others, "number")) return undefined;
  const state = { after, floor, forgotten, logs, others } as FollowState;
  return { ...value, state };
}

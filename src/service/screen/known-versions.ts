import { stat } from "node:fs/promises";

/** Storage for a text between two runs of the service. */
export interface VersionMemory {
  read(): string | undefined;
  write(text: string): void;
}

interface KnownVersion {
  path: string;
  size: number;
  mtimeMs: number;
  version: string;
}

/** Versions of programs, kept while path, size and modification time of a program are the same. */
export class KnownVersions {
  readonly #memory: VersionMemory;
  readonly #before: readonly KnownVersion[];
  readonly #now: KnownVersion[] = [];

  constructor(memory: VersionMemory) {
    this.#memory = memory;
    this.#before = parsed(memory.read());
  }

  /** Version of a program; `ask` runs it when it is new or has changed. An error of `ask` is not kept. */
  async get(path: string, ask: () => Promise<string>): Promise<string> {
    const { size, mtimeMs } = await stat(path);
    const same = (each: KnownVersion): boolean => each.path === path && each.size === size && each.mtimeMs === mtimeMs;
    const version = this.#before.find(same)?.version ?? (await ask());
    this.#now.push({ path, size, mtimeMs, version });
    return version;
  }

  /** Stores the versions of this run. A failure only means that the next run asks again. */
  save(): void {
    const text = JSON.stringify(this.#now);
    try {
      if (text !== JSON.stringify(this.#before)) this.#memory.write(text);
    } catch {
      // The disk is full, for example.
    }
  }
}

function parsed(text: string | undefined): KnownVersion[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((each): each is KnownVersion => typeof each?.version === "string") : [];
  } catch {
    // Damaged: the programs are asked again.
    return [];
  }
}

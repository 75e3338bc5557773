import { expect } from "vitest";
import type { TestService } from "./service.ts";

/** Item of what code in a REPL has written. */
export interface ReplItem {
  type: "text" | "image";
  channel?: string;
  text?: string;
  mime_type?: string;
  data_b64?: string;
}

/** Answer of a call of a REPL. */
export interface ReplAnswer {
  success: boolean;
  repl_id: string;
  content: ReplItem[];
  content_truncated: boolean;
  duration_ms: number;
  error?: string;
  stack?: string;
  repl_terminated?: boolean;
}

/** REPL of a session, by the API. */
export class ReplApi {
  readonly #service: TestService;
  readonly #id: string;

  constructor(service: TestService, id: string) {
    this.#service = service;
    this.#id = id;
  }

  async evaluate(code: string, more: { timeout_sec?: number; reset?: boolean } = {}): Promise<ReplAnswer> {
    const answer = await this.#service.api("POST", `/browsers/${this.#id}/repl`, { json: { code, ...more } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  /** Value of an expression as JSON; fails for code that fails. */
  async value(expression: string): Promise<unknown> {
    const { content, error } = await this.evaluate(`repl.write(JSON.stringify({ value: ${expression} }))`);
    expect(error).toBeUndefined();
    const text = content.findLast(({ channel }) => channel === "write")?.text ?? "{}";
    return (JSON.parse(text) as { value?: unknown }).value;
  }

  /** Runs code; fails for code that fails. */
  async run(code: string): Promise<void> {
    const { error } = await this.evaluate(code);
    expect(error).toBeUndefined();
  }

  /** Error of code; fails for code that does not. */
  async error(code: string): Promise<string> {
    const { error } = await this.evaluate(code);
    expect(error, code).toBeDefined();
    return error ?? "";
  }
}

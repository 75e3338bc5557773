import { expect } from "vitest";
import type { Answer, TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

type Body = Record<string, unknown>;
/** Record of an answer. */
type Found = Answer["body"];

/** Fill rate with which every ended browser is replaced at once. */
export const FAST = 100_000;

/** Calls of pools on one service. */
export class PoolCalls {
  readonly #service: Pick<TestService, "api">;

  constructor(service: Pick<TestService, "api">) {
    this.#service = service;
  }

  /** Creates a pool of browsers without windows, and waits until it is full. */
  async full(body: Body = {}): Promise<Found> {
    const { id } = await this.create(body);
    return await this.has(id, Number(body["size"] ?? 1));
  }

  async create(body: Body = {}): Promise<Found> {
    const json = { size: 1, headless: true, fill_rate_per_minute: FAST, ...body };
    const answer = await this.#service.api("POST", "/browser_pools", { json });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  async get(pool: string): Promise<Found> {
    return (await this.#service.api("GET", `/browser_pools/${pool}`)).body;
  }

  /** Waits until a pool has so many idle browsers. */
  async has(pool: string, available: number): Promise<Found> {
    return await until(
      () => this.get(pool),
      (record) => record.available_count === available,
    );
  }

  send(pool: string, verb: string, json?: Body, signal?: AbortSignal): Promise<Answer> {
    const body = { ...(json && { json }), ...(signal && { signal }) };
    return this.#service.api("POST", `/browser_pools/${pool}/${verb}`, body);
  }

  /** Acquires a browser and gives the record of its session. */
  async acquire(pool: string, body: Body = {}): Promise<Found> {
    const answer = await this.send(pool, "acquire", body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  async release(pool: string, session: string, reuse = true): Promise<void> {
    const answer = await this.send(pool, "release", { session_id: session, reuse });
    expect(answer.status, answer.text).toBe(204);
  }

  async delete(pool: string): Promise<void> {
    const answer = await this.#service.api("DELETE", `/browser_pools/${pool}`, { json: { force: true } });
    expect(answer.status, answer.text).toBe(204);
  }

  /** Ids of the active sessions. */
  async sessions(): Promise<string[]> {
    const { body } = await this.#service.api("GET", "/browsers?limit=100");
    return body.map((each: { session_id: string }) => each.session_id);
  }

  /** Deletes all pools. */
  async clear(): Promise<void> {
    const { body } = await this.#service.api("GET", "/browser_pools?limit=100");
    for (const { id } of body) await this.delete(id);
  }
}

/** Note of an answer; empty without one. */
export function noteOf({ headers }: Answer): string {
  return decodeURIComponent(headers.get("x-browserctl-notice") ?? "");
}

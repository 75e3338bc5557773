import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type DemoSite, demoSite } from "../../../../src/demo-site/demo-site.ts";
import { type DemoUser, demoUsers } from "../../../../src/demo-site/users.ts";
import { type Answer, startService, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";
import { filesBelow } from "./files-below.ts";

/** Credentials of a user of the demo site. */
export const alice = { username: "alice@example.com", password: "Wonder-land 7!" } as const;
/** TOTP secret of the same user. */
export const aliceSecret = "JBSWY3DPEHPK3PXP";

type RecordOf = Answer["body"];

/** Local service and demo site, with connections between them. */
export class ManagedAuth {
  readonly service: TestService;
  readonly site: DemoSite;
  #count = 0;

  private constructor(service: TestService, site: DemoSite) {
    this.service = service;
    this.site = site;
  }

  static async start(
    options: Parameters<typeof startService>[0] = {},
    users: readonly DemoUser[] = demoUsers,
  ): Promise<ManagedAuth> {
    const service = await startService(options);
    return new ManagedAuth(service, await demoSite({ now: () => service.clock.now(), users }));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.site.close();
  }

  /**
   * Contents of all files of the service, and of its log, once the directories of its browsers are gone: their caches have
   * what a website has sent.
   */
  async kept(): Promise<Buffer[]> {
    await until(
      () => readdir(join(this.service.stateDir, "sessions")),
      (names) => names.length === 0,
    );
    return [...filesBelow(this.service.stateDir), Buffer.from(this.service.log.join("\n"))];
  }

  /** Sends a request that must succeed. */
  async ok(method: string, path: string, json?: unknown): Promise<RecordOf> {
    const answer = await this.service.api(method, path, json === undefined ? {} : { json });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  /** Connection to a page of the site, with a separate profile. */
  async connection(page: string, settings: Record<string, unknown> = {}): Promise<RecordOf> {
    this.#count += 1;
    return this.ok("POST", "/auth/connections", {
      domain: "localhost",
      profile_name: `profile-${this.#count}`,
      login_url: this.site.on("main", page),
      ...settings,
    });
  }

  /** Stored credential; returns its name. */
  async credential(values: Record<string, string> = alice, more: Record<string, unknown> = {}): Promise<string> {
    this.#count += 1;
    const { name } = await this.ok("POST", "/credentials", {
      name: `credential-${this.#count}`,
      domain: "localhost",
      values,
      ...more,
    });
    return name;
  }

  login(id: string, body: unknown = {}): Promise<RecordOf> {
    return this.ok("POST", `/auth/connections/${id}/login`, body);
  }

  get(id: string): Promise<RecordOf> {
    return this.ok("GET", `/auth/connections/${id}`);
  }

  submit(id: string, body: unknown): Promise<RecordOf> {
    return this.ok("POST", `/auth/connections/${id}/submit`, body);
  }

  /** Health check by hand. */
  check(id: string): Promise<RecordOf> {
    return this.ok("POST", `/_local/auth/connections/${id}/check`);
  }

  timeline(id: string): Promise<RecordOf> {
    return this.ok("GET", `/auth/connections/${id}/timeline`);
  }

  /** Waits until the record of a connection fulfils a condition. */
  async when(id: string, isIt: (record: RecordOf) => boolean): Promise<RecordOf> {
    let last: RecordOf;
    await until(
      async () => {
        last = await this.get(id);
        return isIt(last);
      },
      { what: () => `a state of the connection, whose last was ${JSON.stringify(last)}` },
    );
    return last;
  }

  /** Waits until the login of a connection asks for something. */
  asked(id: string): Promise<RecordOf> {
    return this.when(id, ({ flow_step: step }) => step === "AWAITING_INPUT" || step === "AWAITING_EXTERNAL_ACTION");
  }

  /** Waits for the end of the login of a connection. */
  over(id: string): Promise<RecordOf> {
    return this.when(id, ({ flow_status: status }) => status !== "IN_PROGRESS");
  }

  /** Connection whose login has succeeded, with a stored credential. */
  async loggedIn(page = "/password", settings: Record<string, unknown> = {}): Promise<RecordOf> {
    const credential = { name: await this.credential() };
    const { id } = await this.connection(page, { credential, ...settings });
    await this.login(id);
    const record = await this.over(id);
    expect(record).toMatchObject({ flow_status: "SUCCESS", status: "AUTHENTICATED" });
    return record;
  }

  /** Text of a page of the site, for a new session with a profile. */
  async pageWith(profile: string, path: string): Promise<string> {
    const { session_id: id } = await this.service.create({ profile: { name: profile }, headless: true });
    const answer = await this.ok("POST", `/browsers/${id}/curl`, { url: this.site.on("main", path) });
    await this.ok("DELETE", `/browsers/${id}`);
    return answer.body;
  }
}

/** Value of a field of a paused login, by its type: the body of a submission. */
export function valuesFor(record: RecordOf, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields = record.fields as { id: string; type: string }[];
  return {
    interaction_id: record.interaction_id,
    field_values: Object.fromEntries(fields.map(({ id, type }) => [id, values[type] ?? ""])),
  };
}

import Fastify, { type FastifyInstance } from "fastify";
import { LoginTokens } from "../../../../src/service/access/login-tokens.ts";
import { Clock } from "../../../../src/service/clock.ts";
import { Faults } from "../../../../src/service/faults.ts";
import { serveHostedLogin } from "../../../../src/service/handlers/hosted-login.ts";
import { type HostedLink, HostedLogins } from "../../../../src/service/hosted-login/hosted-logins.ts";
import { newId } from "../../../../src/service/ids.ts";
import { createLog } from "../../../../src/service/log.ts";
import type { LoginAnswers, LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";
import { LoginFlow } from "../../../../src/service/managed-auth/login-flow.ts";
import type { ProjectId } from "../../../../src/service/store/project-id.ts";
import { question } from "../../managed-auth/support/questions.ts";

/** Login without a browser: the test replaces its engine. */
export interface FakeLogin {
  readonly connectionId: string;
  readonly flow: LoginFlow;
  /** Unused link to its page. */
  link(): HostedLink;
  /** Asks a person. */
  ask(asked: Partial<LoginQuestion>): Promise<LoginAnswers>;
  /** Address of its page without a code. */
  readonly page: string;
}

const endlessKeys = { validUntil: () => Number.POSITIVE_INFINITY, watch: () => () => {} };

/** Server that has only the pages of logins. */
export class HostedServer {
  readonly clock = new Clock();
  readonly faults = new Faults();
  readonly log: string[] = [];
  readonly loginTokens = new LoginTokens();
  /** Address of the live view of every session. */
  liveViewUrl: string | undefined;
  /** Screenshot of every failed login. */
  screenshot: Buffer | undefined;
  readonly #app: FastifyInstance;
  readonly logins: HostedLogins;
  baseUrl = "";

  private constructor() {
    const { clock, faults, loginTokens } = this;
    const port = (): number => Number(new URL(this.baseUrl).port);
    this.logins = new HostedLogins({ clock, port, loginTokens, credentialEnds: endlessKeys });
    this.#app = Fastify({ forceCloseConnections: true });
    void serveHostedLogin(this.#app, {
      ...{ clock, faults },
      log: createLog({ write: (line) => void this.log.push(line) }, clock),
      hostedLogins: this.logins,
      loginScreenshots: { png: () => this.screenshot },
      liveViews: { url: () => this.liveViewUrl },
    });
  }

  static async start(): Promise<HostedServer> {
    const server = new HostedServer();
    server.baseUrl = await server.#app.listen({ host: "127.0.0.1", port: 0 });
    return server;
  }

  /** Begins a login; of a new connection when none is given. */
  begin({
    connectionId = newId(),
    domain = "shop.example.com",
    profileName = "customer",
  }: {
    connectionId?: string;
    domain?: string;
    profileName?: string;
  } = {}): FakeLogin {
    const flow = new LoginFlow({ connectionId, entryId: "entry", type: "LOGIN", clock: this.clock, onState: () => {} });
    const connection = { id: connectionId, projectId: "project" as ProjectId, domain, profileName };
    const login = { connection, flow, session: { id: "session" }, keyId: "key" };
    return {
      ...{ connectionId, flow },
      link: () => this.logins.link(login),
      ask: (asked) => {
        const answer = flow.ask(question(asked), new AbortController().signal);
        // A login that ends rejects what it waits for.
        answer.catch(() => {});
        return answer;
      },
      page: `${this.baseUrl}/auth/connections/${connectionId}/hosted`,
    };
  }

  /** Breaks every connection, as a network does. */
  dropConnections(): void {
    this.#app.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    await this.#app.close();
  }
}

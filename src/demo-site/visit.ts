import { randomBytes, randomInt } from "node:crypto";
import type { Html } from "./html.ts";
import type { DemoUser } from "./users.ts";

/** State of one browser on one host of the site. */
export interface DemoSession {
  /** The user who is logged in. */
  user?: DemoUser | undefined;
  /** The user of a login that has not finished. */
  pending?: DemoUser | undefined;
  /** One-time code that the "phone" shows. */
  code?: string | undefined;
  /** True once the request of a login was approved on the "phone". */
  approved?: boolean | undefined;
}

/** Maximum number of sessions, tokens, orders and messages each; the oldest are forgotten. */
const MAX_KEPT = 10_000;

/** Order of a trip. */
export interface Order {
  readonly trip: string;
  readonly name: string;
  /** Day, as 2030-06-14. */
  readonly day: string;
  readonly seats: number;
  /** Price in euros. */
  readonly total: number;
  paid?: boolean;
}

/** State of the whole site. */
export class DemoState {
  readonly users: readonly DemoUser[];
  /** Time of one-time codes, in milliseconds since 1970. */
  readonly now: () => number;
  /** By the value of the cookie. */
  readonly sessions = new Map<string, DemoSession>();
  /** Users by token, for the page without cookies, and by code, for the login over another host. */
  readonly tokens = new Map<string, DemoUser>();
  /** Orders by their ids. */
  readonly orders = new Map<string, Order>();
  /** Codes that were sent, newest last. */
  readonly messages: string[] = [];
  /** Logins that wait for the "phone". */
  readonly waiting = new Set<DemoSession>();

  constructor(users: readonly DemoUser[], now: () => number) {
    this.users = users;
    this.now = now;
  }

  user(name: string | null): DemoUser | undefined {
    return this.users.find((user) => user.name === name || user.email === name);
  }

  /** The user of a name and a password; undefined when one of them is wrong. */
  login(form: URLSearchParams): DemoUser | undefined {
    const user = this.user(form.get("username"));
    return user && form.get("password") === user.password ? user : undefined;
  }

  newSession(id: string): DemoSession {
    const session = {};
    keep(this.sessions, id, session);
    return session;
  }

  newToken(user: DemoUser): string {
    const token = randomBytes(12).toString("hex");
    keep(this.tokens, token, user);
    return token;
  }

  /** Sends a code of six digits to the "phone". */
  sendCode(session: DemoSession): void {
    session.code = String(randomInt(1_000_000)).padStart(6, "0");
    this.messages.push(`Your code is ${session.code}`);
    if (this.messages.length > MAX_KEPT) this.messages.shift();
  }

  /** Ends every session and token. */
  expireAll(): void {
    this.sessions.clear();
    this.tokens.clear();
  }
}

/** Adds an entry, in place of the oldest one of too many. */
export function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}

/** One request, and what it may change. */
export interface Visit {
  readonly method: string;
  readonly url: URL;
  /** Fields of the body. */
  readonly form: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly session: DemoSession;
  readonly state: DemoState;
  /** Address of a path on another host name of the site. */
  onHost(host: DemoHost, path: string): string;
}

/** `main` is localhost, `provider` idp.localhost, `foreign` 127.0.0.1: three sites for a browser. */
export type DemoHost = "main" | "provider" | "foreign";

export type DemoAnswer =
  | { readonly page: Html; readonly status?: number }
  | { readonly to: string }
  | { readonly json: unknown; readonly status?: number }
  /** File to download. */
  | { readonly file: string; readonly type: string; readonly name: string };

/** Pages of one way to log in. */
export interface DemoPages {
  /** Path of the first page. */
  readonly path: string;
  readonly title: string;
  /** Its particularity, for the index. */
  readonly about: string;
  /** Answers by path, `GET` and `POST` alike. */
  readonly routes: Readonly<Record<string, (visit: Visit) => DemoAnswer | Promise<DemoAnswer>>>;
}

/** Finishes a login. */
export function loggedIn(visit: Visit, user: DemoUser): DemoAnswer {
  visit.session.user = user;
  visit.session.pending = undefined;
  return { to: "/home" };
}

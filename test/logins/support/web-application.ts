import type { Page } from "playwright-core";
import type { Person } from "../../service/login/support/person.ts";
import type { Place } from "./place.ts";

/** Third-party web application with one user. */
export interface WebApplication {
  readonly name: string;
  /** How its login works, in a few words. */
  readonly kind: string;
  /** Path of its login page, or of the page that everybody sees first. */
  readonly path: string;
  /** True for a `path` that has no login form: the login page is found from it. */
  readonly isHome?: boolean;
  /** User as a stored credential. */
  readonly values: Readonly<Record<string, string>>;
  /** Secret of its codes, in base32. */
  readonly totpSecret?: string;
  /** Password of the same kind that is not the right one; that of most applications by default. */
  readonly wrong?: string;
  /** Text by which it refuses a password; absent for one that says nothing. */
  readonly refusal?: RegExp;
  /** Number of requests with the password in one login, where scripts of the page send it too; 1 by default. */
  readonly sends?: number;
  /** Reason by which the service itself refuses a login of this kind; nothing else is tried then. */
  readonly unsupported?: RegExp;
  /** Shows a login that the rules cannot do, in the page that they have left. Resolves when it is done. */
  readonly shown?: (person: Person) => Promise<void>;
  /** Script in one of its pages that logs out. Without it and `revoke`, a login ends with its page. */
  readonly logOut?: string;
  /** Ends all sessions on the server. */
  readonly revoke?: (place: Place) => Promise<void>;
  /** Installs the application, and starts it on the port of the place. */
  start(place: Place): Promise<void>;
  /** Logs in by a script that knows the page, which it has opened. Resolves when the login is done. */
  byHand(page: Page): Promise<void>;
}

/** User of most applications. */
export const user = { username: "alice", password: "Wonder-land 7!" };

import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { PagePicture } from "../login/drive/page-picture.ts";
import { integer, sealed, text } from "../store/column.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import { Sealed } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import { type ListedOf, table } from "../store/table.ts";
import type { StoredConnection } from "./auth-connection-table.ts";

/** Screenshots of failed logins of auth connections. Values of the logins are covered in them. */
export const authScreenshots = table("auth_screenshots", {
  noun: "login screenshot",
  scope: "project",
  columns: {
    connectionId: text().fixed(),
    /** Id of the login in the timeline. */
    loginId: text().fixed(),
    /** Number of bytes of the PNG. */
    bytes: integer().fixed(),
    /** Number of parts that are covered. */
    covered: integer().fixed(),
    /** PNG in base64. */
    png: sealed().fixed().large(),
  },
  filters: ["connectionId", "loginId"],
});

type ConnectionKey = Pick<StoredConnection, "id" | "projectId">;
export type LoginScreenshotRecord = ResultOf<OperationById<"local.loginScreenshots">>[number];

/** Numbers of screenshots that are kept, the newest: of a connection, and of a project. */
const KEPT = { ofConnection: 5, ofProject: 100 } as const;

/**
 * Screenshots of failed logins, in the database of the state directory, encrypted like secrets: the values of a login
 * are covered in them, but not what else a website shows of an account.
 */
export class LoginScreenshots {
  readonly #rows: Rows<typeof authScreenshots>;

  constructor({ store }: { readonly store: Store }) {
    this.#rows = store.rows(authScreenshots);
  }

  /** Adds the screenshot of a login, and removes the oldest ones beyond the maximum. */
  add({ id: connectionId, projectId }: ConnectionKey, loginId: string, { covered, png }: PagePicture): void {
    const sealed = new Sealed(png.toString("base64"));
    this.#rows.insert({ projectId, connectionId, loginId, covered, bytes: png.length, png: sealed });
    const own = this.#rows.in(projectId);
    own.prune({ by: "createdAt", keep: KEPT.ofConnection, where: { connectionId } });
    own.prune({ by: "createdAt", keep: KEPT.ofProject });
  }

  /** Screenshots of a connection without their pictures, the newest first. */
  of({ id: connectionId, projectId }: ConnectionKey): readonly LoginScreenshotRecord[] {
    const { items } = this.#rows.in(projectId).list({ where: { connectionId }, limit: KEPT.ofConnection });
    return items.map(recordOf);
  }

  /** Screenshot of a login with its picture. Throws a `ResourceError` `not-found` for a login that has none. */
  require(connection: ConnectionKey, loginId: string): LoginScreenshotRecord {
    const data = this.png(connection, loginId);
    const record = this.of(connection).find(({ id }) => id === loginId);
    if (data && record) return { ...record, data: data.toString("base64") };
    throw new ResourceError("not-found", `the login ${JSON.stringify(loginId)} has no screenshot`);
  }

  /** Picture of a login; undefined for a login that has none. */
  png({ id: connectionId, projectId }: ConnectionKey, loginId: string): Buffer | undefined {
    const row = this.#rows.in(projectId).first({ connectionId, loginId });
    return row && Buffer.from(row.png.reveal(), "base64");
  }

  /** Removes the screenshots of a connection. */
  delete({ id: connectionId }: ConnectionKey): void {
    this.#rows.deleteEverywhere({ connectionId });
  }
}

function recordOf({ bytes, covered, createdAt, loginId }: ListedOf<typeof authScreenshots>): LoginScreenshotRecord {
  return { id: loginId, taken_at: new Date(createdAt).toISOString(), bytes, covered };
}

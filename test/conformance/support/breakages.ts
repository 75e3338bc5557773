import {
  type BreakageRow,
  is,
  refusal,
  repaired,
  reply,
  request,
  withFields,
  withHeaders,
  without,
  withQuery,
} from "./breakage-kinds.ts";
import { type Breakage, jsonOf, jsonReply, withJson } from "./broken-service.ts";
import { streamBreakages } from "./stream-breakages.ts";

/** A breakage with the operation on which it shows, and the check and the words that name it. */
export interface Case {
  readonly breaks: string;
  readonly operation: string;
  readonly check: string;
  readonly reason: string;
  readonly breakage: Breakage;
}

/** Token and a place for what a breakage has seen. */
export interface Known {
  readonly token: string;
}

const profiles = /^\/profiles$/;
const profile = /^\/profiles\/[^/]+$/;
const proxies = /^\/proxies$/;

/** Every way in which the tests break a service. */
export function breakages({ token }: Known): Case[] {
  let project = "";
  let isKept = false;
  const rows: readonly BreakageRow[] = [
    [
      "another status",
      "profiles.create",
      "example",
      "status 200, not 201",
      reply("POST", profiles, (given) => ({ ...given, status: 200 })),
    ],
    [
      "a required field is missing",
      "profiles.create",
      "example",
      "must have required property 'created_at'",
      reply("POST", profiles, without("created_at")),
    ],
    [
      "an undeclared field",
      "profiles.get",
      "example",
      '"colour"',
      reply("GET", profile, withFields({ colour: "red" })),
    ],
    [
      "an unknown value of an enum",
      "projects.get",
      "example",
      "/status must be equal to one of",
      reply("GET", /^\/org\/projects\/[^/]+$/, withFields({ status: "asleep" })),
    ],
    [
      "a field of another type",
      "profiles.get",
      "example",
      "/id must be string",
      reply("GET", profile, withFields({ id: 7 })),
    ],
    [
      "a date in another format",
      "profiles.get",
      "example",
      'must match format "date-time"',
      reply("GET", profile, withFields({ created_at: "yesterday" })),
    ],
    [
      "another content type",
      "profiles.get",
      "example",
      "content type text/html",
      reply("GET", profile, withHeaders({ "content-type": "text/html" })),
    ],
    [
      "a body that is not JSON",
      "profiles.get",
      "example",
      "content type application/json",
      reply("GET", profile, (given) => ({ ...given, body: Buffer.from("{id:") })),
    ],
    [
      "an object in place of a list",
      "profiles.list",
      "example",
      "must be array",
      reply("GET", profiles, (given) => withJson(given, { profiles: jsonOf(given) })),
    ],
    [
      "a list ignores its limit",
      "proxies.list",
      "pages",
      "limit=1 has",
      request("GET", proxies, (sent) =>
        withQuery(sent, (query) => query.get("limit") === "1" && query.set("limit", "20")),
      ),
    ],
    [
      "an offset that repeats the first page",
      "proxies.list",
      "pages",
      "the second page repeats the first",
      request("GET", proxies, (sent) => withQuery(sent, (query) => query.delete("offset"))),
    ],
    [
      "no paging headers",
      "profiles.list",
      "example",
      "X-Has-More is null",
      reply("GET", profiles, ({ headers: { "x-has-more": _, ...headers }, ...given }) => ({ ...given, headers })),
    ],
    [
      "paging headers that contradict each other",
      "profiles.list",
      "example",
      "paging headers contradict",
      reply("GET", profiles, withHeaders({ "x-has-more": "true", "x-next-offset": "0" })),
    ],
    [
      "an unknown field is accepted",
      "profiles.create",
      "unknown field",
      "status 201, not 400",
      request("POST", profiles, (sent) => repaired(sent, ({ name }) => ({ name }))),
    ],
    [
      "a wrong type is accepted",
      "profiles.create",
      "wrong type",
      "status 201, not 400",
      request("POST", profiles, (sent) => repaired(sent, (body) => ({ ...body, name: `any-${Date.now()}` }))),
    ],
    [
      "a missing field is accepted",
      "proxies.create",
      "missing field",
      "status 201, not 400",
      request("POST", proxies, (sent) =>
        repaired(sent, (body) => ({ type: "custom", config: { host: "127.0.0.1", port: 9 }, ...body })),
      ),
    ],
    [
      "broken JSON is accepted",
      "profiles.create",
      "broken JSON",
      "status 201, not 400",
      request("POST", profiles, (sent) => (sent.body.toString() === "{" ? { ...sent, body: Buffer.from("{}") } : sent)),
    ],
    [
      "a limit of 0 is accepted",
      "profiles.list",
      "limit of 0",
      "status 200, not 400",
      request("GET", profiles, (sent) =>
        withQuery(sent, (query) => query.get("limit") === "0" && query.delete("limit")),
      ),
    ],
    [
      "a limit above the maximum is accepted",
      "profiles.list",
      "limit above the maximum",
      "status 200, not 400",
      request("GET", profiles, (sent) =>
        withQuery(sent, (query) => query.get("limit") === "101" && query.set("limit", "100")),
      ),
    ],
    [
      "no token is needed",
      "profiles.list",
      "no token",
      "status 200, not 401",
      request("GET", profiles, (sent) => ({ ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } })),
    ],
    [
      "any token is accepted",
      "profiles.list",
      "wrong token",
      "status 200, not 401",
      request("GET", profiles, (sent) =>
        sent.headers["authorization"]?.startsWith("Bearer wrong")
          ? { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } }
          : sent,
      ),
    ],
    [
      "another project sees a record",
      "profiles.get",
      "other project",
      "status 200, not 404",
      {
        request: (sent) => {
          const given = sent.headers["x-kernel-project"];
          project = given ?? project;
          if (
            given !== undefined ||
            !is("GET", profile, sent) ||
            sent.headers["authorization"]?.startsWith("Bearer wrong")
          )
            return sent;
          if (sent.headers["authorization"] === undefined) return sent;
          return {
            ...sent,
            headers: { ...sent.headers, authorization: `Bearer ${token}`, "x-kernel-project": project },
          };
        },
      },
    ],
    [
      "an unknown record is refused by another status",
      "profiles.get",
      "unknown id",
      "status 403, not 404",
      refusal("GET", profile, (given) =>
        given.status === 404 ? jsonReply(403, { code: "forbidden", message: "no" }) : given,
      ),
    ],
    [
      "an unknown record is an empty success",
      "profiles.get",
      "unknown id",
      "status 200, not 404",
      refusal("GET", profile, (given) => (given.status === 404 ? jsonReply(200, {}) : given)),
    ],
    [
      "an error without a code",
      "profiles.get",
      "unknown id",
      "must have required property 'code'",
      refusal("GET", profile, without("code")),
    ],
    [
      "an error of another shape",
      "profiles.get",
      "unknown id",
      "error body",
      refusal("GET", profile, (given) => withJson(given, { error: { reason: "gone" } })),
    ],
    [
      "an error that is no JSON",
      "profiles.get",
      "unknown id",
      "is not JSON",
      refusal("GET", profile, (given) => ({
        ...given,
        headers: { ...given.headers, "content-type": "text/plain" },
        body: Buffer.from("not found"),
      })),
    ],
    [
      "an error code with another status",
      "profiles.get",
      "unknown id",
      'error code "conflict" has status 409',
      refusal("GET", profile, (given) => withJson(given, { code: "conflict", message: "no" })),
    ],
    [
      "an undeclared error code",
      "profiles.get",
      "unknown id",
      'error code "no_such_thing" is not declared',
      refusal("GET", profile, (given) => withJson(given, { code: "no_such_thing", message: "no" })),
    ],
    [
      "an error code of other operations",
      "profiles.get",
      "unknown id",
      'error code "browser_deleted" is not one of',
      refusal("GET", profile, (given) => withJson(given, { code: "browser_deleted", message: "no" })),
    ],
    [
      "the record of another id",
      "profiles.get",
      "id",
      "the record has id",
      reply("GET", profile, withFields({ id: "z1z1z1z1z1z1z1z1z1z1z1z1", name: "another" })),
    ],
    [
      "secrets in an answer",
      "credentials.create",
      "secrets",
      "the answer repeats values.password",
      reply("POST", /^\/credentials$/, (given, sent) =>
        withJson(given, { ...jsonOf(given), values: jsonOf(sent).values }),
      ),
    ],
    [
      "a deletion that does not delete",
      "profiles.delete",
      "deleted",
      "GET after DELETE: status 200",
      request("DELETE", profile, (sent) => {
        if (isKept || sent.path.includes("z0z0") || sent.headers["authorization"] !== `Bearer ${token}`) return sent;
        // Only the first one: the run deletes what it has made.
        isKept = true;
        return { status: 204, headers: { "x-browserctl-local": "0.1.0" }, body: Buffer.alloc(0) };
      }),
    ],
    [
      "an update that does not update",
      "profiles.update",
      "updated",
      "name has not changed",
      reply("GET", profile, withFields({ name: "as-before" })),
    ],
    [
      "a new record is not in its list",
      "profiles.create",
      "listed",
      "does not have the new record",
      reply("GET", profiles, (given) => withJson(given, [])),
    ],
    [
      "a new record cannot be read",
      "profiles.create",
      "created",
      "GET after POST: status 404",
      { request: (sent) => (is("GET", profile, sent) ? jsonReply(404, { code: "not_found", message: "no" }) : sent) },
    ],
    ...streamBreakages,
    [
      "a body where there is none",
      "fs.writeFile",
      "example",
      "the body must be empty",
      reply("PUT", /\/fs\/write_file$/, (given) => ({ ...given, body: Buffer.from("ok") })),
    ],
    [
      "a file of another content type",
      "extensions.download",
      "example",
      "content type text/plain",
      reply("GET", /^\/extensions\/[^/]+$/, withHeaders({ "content-type": "text/plain" })),
    ],
    [
      "a failure of the service",
      "profiles.list",
      "example",
      "status 500, not a success",
      request("GET", profiles, (sent) =>
        sent.headers["authorization"] === `Bearer ${token}`
          ? jsonReply(500, { code: "internal_error", message: "no" })
          : sent,
      ),
    ],
    [
      "web pages may read answers",
      "profiles.list",
      "example",
      "access-control-allow-origin",
      reply("GET", profiles, withHeaders({ "access-control-allow-origin": "*" })),
    ],
    [
      "a connection that is closed",
      "profiles.list",
      "example",
      "no answer",
      request("GET", profiles, (sent) => (sent.headers["authorization"] === `Bearer ${token}` ? "close" : sent)),
    ],
  ];
  return rows.map(([breaks, operation, check, reason, breakage]) => ({ breaks, operation, check, reason, breakage }));
}

import { describe, expect, test } from "vitest";
import { createHome, removeHome, runHere } from "../support/cli/run-cli.ts";

/** Facts of a field: its type, and after it what the specification limits. */
interface Fact {
  type: string;
  nullable?: true;
  enum?: readonly string[];
  format?: string;
  minimum?: number;
  maximum?: number;
}
type Facts = Readonly<Record<string, Fact>>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  description?: string;
  deprecated?: boolean;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  deprecated?: boolean;
  description?: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const home = createHome();
const { stdout } = await runHere(["openapi"], { home });
removeHome(home);
const document = JSON.parse(stdout) as Document;

const text: Fact = { type: "string" };
const integer: Fact = { type: "integer" };
const flag: Fact = { type: "boolean" };
const object: Fact = { type: "object" };
const list: Fact = { type: "array" };
const uri: Fact = { type: "string", format: "uri" };
const time: Fact = { type: "string", format: "date-time" };
const oneOf = (...values: string[]): Fact => ({ type: "string", enum: values });
const orNull = (fact: Fact): Fact => ({ ...fact, nullable: true });

/** The schema itself, where a reference or a union with null stands for it. */
function resolved(schema: Schema): { schema: Schema; nullable: boolean } {
  if (schema.$ref !== undefined)
    return resolved(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const [only] = others;
  if (schema.anyOf && others.length === 1 && only)
    return { ...resolved(only), nullable: others.length < schema.anyOf.length };
  return { schema, nullable: false };
}

function factOf(member: Schema): Fact {
  const { schema, nullable } = resolved(member);
  const { type, enum: values, format, minimum, maximum } = schema;
  return {
    type: String(type),
    ...(nullable && { nullable }),
    ...(values && { enum: values.map(String) }),
    ...(format !== undefined && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

function factsOf(object: Schema): Facts {
  const { properties = {} } = resolved(object).schema;
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, factOf(member)]));
}

const isClosed = (schema: Schema): boolean => resolved(schema).schema.additionalProperties === false;
const member = (schema: Schema, ...names: string[]): Schema =>
  names.reduce((at, name) => resolved(at).schema.properties?.[name] ?? {}, schema);

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`the document has no ${method} ${path}`);
  return found;
};
const bodyOf = (method: string, path: string, type = "application/json"): Schema =>
  operation(method, path).requestBody?.content[type]?.schema ?? {};
const answerOf = (method: string, path: string, type = "application/json"): Schema => {
  const success = Object.entries(operation(method, path).responses).find(([status]) => status.startsWith("2"));
  return success?.[1].content?.[type]?.schema ?? {};
};

const credential: Facts = { name: text, provider: text, path: text, auto: flag };
const browserConfig: Facts = { proxy: object, stealth: flag, telemetry: orNull(object) };
const telemetry: Facts = { enabled: flag, browser: object, export: object };
const interval: Fact = { type: "integer", minimum: 300, maximum: 86_400 };

/** Section 2.1. */
const managedAuth: Facts = {
  id: text,
  profile_name: text,
  domain: text,
  status: oneOf("AUTHENTICATED", "NEEDS_AUTH"),
  allowed_domains: list,
  auto_reauth: flag,
  browser: object,
  browser_session_id: orNull(text),
  browser_telemetry: orNull(object),
  can_reauth: flag,
  can_reauth_reason: oneOf(
    "external_credential",
    "cua_has_credential",
    "has_credential",
    "viable_plans_found",
    "no_requirements_recorded",
    "requirements_satisfiable",
    "no_prior_successful_login",
    "no_credential",
    "no_viable_plans",
    "viable_plans_require_external_action",
    "requires_external_action",
    "requires_totp_without_secret",
    "requires_sms_code",
    "requires_email_code",
    "requires_customer_input",
  ),
  choices: orNull(list),
  credential: object,
  discovered_fields: orNull(list),
  error_code: orNull(text),
  error_message: orNull(text),
  external_action_message: orNull(text),
  fields: orNull(list),
  flow_expires_at: orNull(time),
  flow_status: orNull(oneOf("IN_PROGRESS", "SUCCESS", "FAILED", "EXPIRED", "CANCELED")),
  flow_step: orNull(oneOf("DISCOVERING", "AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION", "SUBMITTING", "COMPLETED")),
  flow_type: orNull(oneOf("LOGIN", "REAUTH")),
  health_check_interval: orNull(interval),
  health_checks: flag,
  hosted_url: orNull(uri),
  interaction_id: orNull(text),
  last_auth_at: time,
  last_auth_check_at: time,
  live_view_url: orNull(uri),
  login_url: uri,
  mfa_options: orNull(list),
  pending_sso_buttons: orNull(list),
  post_login_url: uri,
  proxy_id: text,
  record_session: flag,
  save_credentials: flag,
  sign_in_options: orNull(list),
  sso_provider: orNull(text),
  website_error: orNull(text),
};

describe("2.1 to 2.5, an auth connection in an answer", () => {
  const record = answerOf("patch", "/auth/connections/{id}");
  test("has these fields and no others, of these types, values, formats and bounds", () => {
    expect(factsOf(record)).toEqual(managedAuth);
    expect(isClosed(record)).toBe(true);
    expect(resolved(record).schema.required?.toSorted()).toEqual(
      ["id", "profile_name", "domain", "status", "save_credentials", "record_session"].sort(),
    );
  });

  test("deprecates what 9.2 names", () => {
    const deprecated = Object.entries(resolved(record).schema.properties ?? {}).filter(([, each]) => each.deprecated);
    expect(deprecated.map(([name]) => name).sort()).toEqual(["browser_telemetry", "last_auth_at", "proxy_id"]);
  });

  test("has a closed browser configuration and closed telemetry with its export", () => {
    expect(factsOf(member(record, "browser"))).toEqual(browserConfig);
    expect(isClosed(member(record, "browser"))).toBe(true);
    for (const path of [["browser", "telemetry"], ["browser_telemetry"]]) {
      expect(factsOf(member(record, ...path))).toEqual(telemetry);
    }
  });

  test("has a credential in one of three forms", () => {
    for (const schema of [record, bodyOf("patch", "/auth/connections/{id}")]) {
      const own = resolved(member(schema, "credential")).schema;
      expect([factsOf(own), isClosed(own)]).toEqual([credential, true]);
      expect(own.oneOf).toMatchObject([
        { required: ["name"], maxProperties: 1 },
        { required: ["provider", "path"], maxProperties: 2 },
        { required: ["provider", "auto"], maxProperties: 2, properties: { auto: { const: true } } },
      ]);
    }
  });
});

test("2.3, the categories of telemetry, each with its flag", () => {
  const categories = member(bodyOf("post", "/browsers"), "telemetry", "browser");
  const names = "control connection system captcha console network page interaction screenshot platform".split(" ");
  expect(Object.keys(factsOf(categories)).sort()).toEqual(names.sort());
  for (const name of names) expect(factsOf(member(categories, name))).toMatchObject({ enabled: flag });
});

test("2.6 and 4.3, a project", () => {
  const project: Facts = {
    id: text,
    name: text,
    status: oneOf("active", "archived"),
    created_at: time,
    updated_at: time,
  };
  expect(factsOf(answerOf("post", "/projects"))).toEqual(project);
  const { schema: name } = resolved(member(bodyOf("post", "/projects"), "name"));
  expect(name).toMatchObject({ type: "string", minLength: 1, maxLength: 255 });
  const { deprecated, description } = operation("post", "/projects");
  expect(deprecated).toBe(true);
  expect(description).toContain("use POST /org/projects. Removed on 2026-11-24.");
});

test("2.7 and 4.2, the authentication context", () => {
  const context = answerOf("get", "/auth/context");
  const kind = expect.objectContaining({ type: "string", enum: expect.arrayContaining(["api_key"]) });
  expect(factsOf(member(context, "authentication"))).toEqual({
    credential_id: orNull(text),
    method: kind,
    source: kind,
  });
  for (const scope of ["credential_scope", "effective_scope"]) {
    expect(factsOf(member(context, "authorization", scope))).toEqual({ project_id: orNull(text) });
  }
  expect(factsOf(member(context, "organization"))).toEqual({ id: text });
  expect(factsOf(member(context, "principal"))).toEqual({ id: text, type: kind });
});

describe("bodies of requests are closed and have these fields", () => {
  const session = "/browsers/{id}";
  test.each<[section: string, method: string, path: string, facts: Facts]>([
    [
      "4.1",
      "patch",
      "/auth/connections/{id}",
      {
        allowed_domains: list,
        auto_reauth: flag,
        browser: object,
        browser_telemetry: orNull(object),
        credential: object,
        health_check_interval: interval,
        health_checks: flag,
        login_url: uri,
        proxy: object,
        record_session: flag,
        save_credentials: flag,
      },
    ],
    ["4.3", "post", "/projects", { name: text }],
    [
      "4.4",
      "post",
      `${session}/curl`,
      {
        url: uri,
        method: oneOf("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
        headers: object,
        body: text,
        response_encoding: oneOf("utf8", "base64"),
        timeout_ms: { type: "integer", minimum: 1_000, maximum: 60_000 },
      },
    ],
    ["4.5", "post", `${session}/process/{process_id}/stdin`, { data_b64: text }],
    ["4.6", "post", `${session}/process/{process_id}/kill`, { signal: oneOf("TERM", "KILL", "INT", "HUP") }],
    ["4.7", "post", `${session}/computer/type`, { text, delay: { type: "integer", minimum: 0 } }],
    ["4.8", "post", `${session}/computer/cursor`, { hidden: flag }],
  ])("%s %s %s", (_section, method, path, facts) => {
    const body = bodyOf(method, path);
    expect(isClosed(body)).toBe(true);
    expect(withoutLengths(factsOf(body))).toEqual(facts);
  });
});

/** Facts without the formats that limit nothing which the specification allows: those of bytes in a text. */
function withoutLengths(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, { format, ...fact }]) => [
      name,
      { ...fact, ...(format !== undefined && format !== "byte" && { format }) },
    ]),
  );
}

test.each<[section: string, method: string, path: string, facts: Facts]>([
  ["2.8", "post", "/browsers/{id}/curl", { status: integer, headers: object, body: text, duration_ms: integer }],
  ["4.5", "post", "/browsers/{id}/process/{process_id}/stdin", { written_bytes: integer }],
  ["4.6", "post", "/browsers/{id}/process/{process_id}/kill", { ok: flag }],
  ["4.8", "post", "/browsers/{id}/computer/cursor", { ok: flag }],
  ["4.9", "post", "/browsers/{id}/computer/clipboard/read", { text }],
])("%s, the answer of %s %s", (_section, method, path, facts) => {
  expect(factsOf(answerOf(method, path))).toEqual(facts);
});

test("4.10 and 4.11, the parts of the forms", () => {
  const form = "multipart/form-data";
  const extensions = resolved(member(bodyOf("post", "/browsers/{id}/extensions", form), "extensions")).schema;
  expect(extensions.type).toBe("array");
  expect(Object.keys(factsOf(extensions.items ?? {})).sort()).toEqual(["name", "zip_file"]);
  const zip = bodyOf("post", "/browsers/{id}/fs/upload_zip", form);
  expect(Object.keys(factsOf(zip)).sort()).toEqual(["dest_path", "zip_file"]);
});

test("4.12, a profile is downloaded as an archive, or as JSON where it is a legacy one", () => {
  const { parameters, responses } = operation("get", "/profiles/{id_or_name}/download");
  const format = parameters.find(({ name }) => name === "format");
  expect(factOf(format?.schema ?? {})).toEqual(oneOf("tar.zst", "tar"));
  expect(Object.keys(responses["200"]?.content ?? {})).toEqual(
    expect.arrayContaining(["application/json", "application/octet-stream"]),
  );
});

test("4.13 and 6, an invocation's stream has log events", () => {
  const { anyOf = [] } = resolved(answerOf("get", "/invocations/{id}/events", "text/event-stream")).schema;
  const log = anyOf.find((each) => JSON.stringify(member(each, "event")).includes('"log"'));
  expect(factsOf(log ?? {})).toMatchObject({ event: text, message: text, timestamp: time });
});

test("5, every operation takes the bearer token and documents 401", () => {
  const missing = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) => (responses["401"] ? [] : [`${method} ${path}`])),
  );
  expect(missing).toEqual([]);
});

test("7, the bodies of errors", () => {
  const { ErrorBody = {}, NetworkFailureBody = {} } = document.components.schemas;
  expect(factsOf(ErrorBody)).toEqual({ code: text, message: text, details: list, inner_error: object });
  expect(factsOf(NetworkFailureBody)).toMatchObject({ message: text, net_error: integer, net_error_name: text });
  const {
    400: bad,
    401: unauthorized,
    404: unknown,
    500: failed,
  } = operation("patch", "/auth/connections/{id}").responses;
  for (const response of [bad, unauthorized, unknown, failed]) expect(response).toBeDefined();
});

test("every set of values has a type", () => {
  const untyped: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const isSet = Array.isArray((value as Schema).enum) && !path.endsWith("/properties");
    if (isSet && (value as Schema).type === undefined) untyped.push(path);
    for (const [key, each] of Object.entries(value)) visit(each, `${path}/${key}`);
  };
  visit(document, "");
  expect(untyped).toEqual([]);
});

import { expect, test } from "vitest";
import { commandArgs, commandFlags } from "../../src/cli/declare/field-flags.ts";
import type { CommandSpec } from "../../src/cli/declare/spec.ts";
import { operations } from "../../src/contract/index.ts";
import type { PlainOperation } from "../../src/contract/plain.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { CompletionSources } from "../../src/generate/completions/sources.ts";

const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];
const sources = new CompletionSources(plain);

/** Arguments and flags without a source, by the reason; `*` stands for any command. */
const without: Readonly<Record<string, readonly string[]>> = {
  "a new name": [
    ...["browsers create name", "browsers create --name", "browsers update --name", "browsers run --name"],
    "browsers open --name",
    ...["browsers extensions upload --name", "extensions upload --name"],
    ...[
      "profiles create name",
      "profiles create --name",
      "profiles update --name",
      "profiles import --name",
      "profiles import-local --name",
    ],
    ...["proxies create name", "proxies create --name", "proxies update --name"],
    ...["telemetry destinations create name", "telemetry destinations * --name"],
    ...["credentials create name", "credentials create --name", "credentials update --name"],
    ...[
      "pools create name",
      "pools create --name",
      "vaults create name",
      "vaults create --name",
      "credential-providers create name",
      "credential-providers * --name",
      "vault-provider-configs create name",
      "vault-provider-configs * --name",
      "pools update --name",
      "pools acquire name",
      "pools acquire --name",
    ],
    ...["projects create name", "projects update --name", "api-keys create name", "api-keys create --name"],
    ...["api-keys update --name", "local seed-profile --name", "context add name", "context rename new-name"],
    "apps deploy --app-version",
    "apps deploy-repo --app-version",
  ],
  "free text": ["* --search", "invocations tail --filter", "* --description", "config-registry resolve --intent"],
  "known to the service alone": ["login --client-id"],
  "profiles of a browser of this machine": ["profiles import-local --browser-profile"],
  "an operation of the API, or a pattern of several": ["conformance --only"],
  "a file of this machine, which the shell completes": [
    "conformance --junit",
    "profiles import-local --user-data-dir",
    ...["* --out", "* --extract", "* --out-file", "* --browser", "apps deploy --env-file", "apps deploy --root"],
    "apps deploy-repo --env-file",
    "invocations tail --checkpoint",
    "browsers curl --dump-header",
    "skill * --directory",
  ],
  "a directory of the session": ["* --cwd"],
  "users and permissions of the session": [
    "* --as-user",
    "* --mode",
    "browsers fs chmod mode",
    "* --owner",
    "* --group",
  ],
  "an address": [
    ...["* --start-url", "* --url", "* --login-url", "browsers curl url", "browsers open url", "api path"],
    ...["browsers goto url", "browsers tabs new url", "conformance url", "conformance --page"],
    ...["config-registry * url", "* --endpoint"],
    ...["proxies create --bypass-host", "proxies create --host", "proxies create url"],
  ],
  "a domain that need not be known": [
    ...["credentials create --domain", "auth connections create domain", "auth connections create --domain"],
    "* --allowed-domain",
    "profiles import-local --domain",
    ...["* --private-host", "* --allowed-host", "browsers create --proxy-route"],
  ],
  "a part of a request": [
    "* --header",
    "* --remove-header",
    "api --field",
    "api --raw-field",
    "api --input",
    "import curl line",
  ],
  "a caller of any service": ["audit-logs * --auth-strategy", "audit-logs * --user-id", "audit-logs * --service"],
  "data of the proxy": ["username", "country", "state", "city", "zip", "asn"].map((name) => `proxies create --${name}`),
  "data of a bucket and its owner": ["region", "bucket", "prefix", "role-arn", "kms-key"].map(
    (name) => `audit-logs destinations * --${name}`,
  ),
  "data of the machine of a hosted session": ["browsers logs tail --path", "browsers logs tail --process"],
  "data of a login, known to the person or the provider": [
    ...["* --sso-provider", "* --value", "* --ask", "* --totp-secret", "* --credential-path"],
    ...["auth connections plans * plan", "auth connections screenshot login", "auth connections plans * --plan-id"],
    ...["* --field", "* --choice", "auth connections submit --interaction"],
  ],
  "data of an item of a vault, or of the page that it fills": [
    ...["--visible", "--optional", "--website", "--item-id", "--clear", "--page-url", "--fill", "--tool-ref"].map(
      (flag) => `vaults items * ${flag}`,
    ),
    ...["--goal", "--keyword", "--reason"].map((flag) => `vaults items run ${flag}`),
    "vaults items run operation",
  ],
  "a page of the Chrome Web Store": ["extensions download-web-store url"],
  "data of a repository elsewhere": ["url", "--ref", "--entrypoint", "--path"].map(
    (word) => `apps deploy-repo ${word}`,
  ),
  "the source of a token": ["apps deploy-repo --repo-token", "credential-providers * --provider-token"],
  "data of a client at a provider": ["client-id", "client-secret", "publishable-key"].map(
    (name) => `vault-provider-configs * --${name}`,
  ),
  "keys of a keyboard": ["* --hold-key", "browsers computer press key"],
  "a position or a size": ["browsers computer screenshot --region", "browsers snapshot --rows", "browsers pdf --pages"],
  "text or a reference of the page": [
    ...["browsers snapshot --find", "browsers snapshot --under", "browsers act ref", "browsers act value"],
    ...["browsers wait-for --text", "browsers wait-for --gone", "browsers * --ref"],
    ...[
      "browsers snapshot --find",
      "browsers console --find",
      "browsers network --find",
      "browsers network --method",
      "browsers network --status",
      "browsers snapshot --under",
      "browsers act ref",
      "browsers act value",
    ],
    ...["browsers cookies * --name", "browsers cookies * --domain", "browsers cookies * --path"],
    ...[
      "browsers cookies * name",
      "browsers cookies set value",
      "browsers storage * key",
      "browsers storage set value",
    ],
    "browsers storage * --origin",
  ],
  "a record that nothing lists": [
    "search get id",
    "search contents id",
    "search contents --result",
    "vaults items events --after",
  ],
  "text to write": [
    "search run query",
    "browsers process stdin text",
    "browsers dialog accept text",
    "browsers fs write content",
  ],
  "words of a fixed set, in the script": [
    ...["config get key", "config set key", "config unset key", "schema command"],
    ...[
      "api method",
      "browsers act verb",
      "explain code",
      "wait * --for",
      "completion shell",
      "completion install shell",
      "completion uninstall shell",
    ],
  ],
  "a name in an answer that is no list": [
    "browsers playwright execute --executor",
    "browsers playwright executors delete name",
    "browsers webmcp invoke tool",
    "browsers webmcp invoke input",
    "browsers webmcp custom-tools remove tool_id",
    "browsers webmcp custom-tools add namespace",
  ],
  "a value of its own form": [
    ...["config set value", "local start --chaos", "local chaos set faults", "local clock set time"],
    ...["local clock advance duration", "login --token-env", "browsers cookies set --expires"],
    ...["mcp --http", "mcp --token"],
    ...["search run --start-date", "search run --end-date", "search run --country", "search run --language"],
    ...["search run --include-domain", "search run --exclude-domain"],
    ...["browsers telemetry list --offset", "* --telemetry-exclude", "config-registry * --country"],
  ],
};

/** Every argument and every flag for a word of a command, with its source. */
function places(spec: CommandSpec): { place: string; source: string | undefined }[] {
  const operation = plain.find(({ id }) => id === spec.operation);
  const args = commandArgs(spec, operation).filter(({ kind }) => kind === undefined || kind === "string");
  const flags = commandFlags(spec, operation).filter(
    ({ kind, choices }) => (kind === "string" || kind === "reference") && !choices,
  );
  return [
    ...args.map((arg) => ({ place: `${spec.words} ${arg.name}`, source: sources.ofArg(spec, operation, arg) })),
    ...flags.map((flag) => ({
      place: `${spec.words} --${flag.name}`,
      source: sources.ofFlag(spec, operation, flag),
    })),
  ];
}

const all = commands.flatMap(places);

/** A pattern of {@link without} as an expression. */
function matcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll("*", ".+")}$`);
}

test("every argument and flag for a word has a source of completion, or a reason why not", () => {
  const patterns = Object.values(without).flat().map(matcher);
  const unknown = all.filter(({ place, source }) => source === undefined && !patterns.some((each) => each.test(place)));
  expect(unknown.map(({ place }) => place)).toEqual([]);
});

test("every reason stands for an argument or flag without a source", () => {
  const patterns = Object.values(without).flat();
  const open = all.filter(({ source }) => source === undefined);
  expect(patterns.filter((pattern) => !open.some(({ place }) => matcher(pattern).test(place)))).toEqual([]);
});

test("arguments and flags lead to the lists of their records", () => {
  const found = Object.fromEntries(all.map(({ place, source }) => [place, source]));
  expect(found).toMatchObject({
    "browsers get id_or_name": "browsers",
    "browsers curl id": "browsers",
    "browsers fs rm id": "browsers",
    "browsers process kill process_id": "browsers/processes",
    "browsers create --profile": "profiles",
    "browsers create --extension": "extensions",
    "proxies get id": "proxies",
    "browsers create --proxy": "proxies",
    "browsers create --pool": "browser_pools",
    "pools acquire id_or_name": "browser_pools",
    "pools release session": "browsers",
    "pools update --proxy-id": "proxies.id",
    "auth connections login id": "auth/connections",
    "auth connections cancel id": "auth/connections",
    "auth connections create --proxy-name": "proxies.name",
    "auth connections create --credential": "credentials.name",
    "projects use id_or_name": "projects",
    "api-keys create --project-id": "projects.id",
    "api-keys rotate id": "api_keys",
    "invoke app": "apps.app_name",
    "invoke action": "apps/actions",
    "invoke --app-version": "apps/versions",
    "invocations list --deployment-id": "deployments",
    "deployments tail id": "deployments",
    "wait browser id_or_name": "browsers",
    "wait invocation id": "invocations",
    "wait deployment id": "deployments",
    "wait connection id": "auth/connections",
    "context use name": "contexts",
  });
});

test("the global flags for contexts and projects have a source", () => {
  const [spec] = commands;
  if (!spec) throw new Error("no command");
  const flag = (name: string) => sources.ofFlag(spec, undefined, { name, kind: "string", summary: "" });
  expect([flag("context"), flag("project"), flag("base-url"), flag("query")]).toEqual([
    "contexts",
    "projects",
    undefined,
    undefined,
  ]);
});

test("each source has a path, fields of its records, and no secret among them", () => {
  const table = sources.table(commands);
  for (const [word, { path, values, describe }] of Object.entries(table)) {
    const operation = plain.find((each) => each.method === "GET" && each.path === path);
    const record = operation?.response.schema?.items?.properties ?? {};
    for (const name of [...values, ...describe.map(({ field }) => field)]) {
      const [field = ""] = name.split(".");
      expect.soft(record[field], `${word}: ${name}`).toBeDefined();
      expect.soft(record[field]?.["x-secret"], `${word}: ${name}`).toBeUndefined();
    }
  }
  expect(table["browsers"]).toEqual({
    path: "/browsers",
    values: ["name", "session_id"],
    describe: [{ field: "name" }, { field: "created_at", age: "created" }],
    pageSize: 100,
    search: "query",
  });
});

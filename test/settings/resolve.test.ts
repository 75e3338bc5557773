import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Settings } from "../../src/settings/model.ts";
import type { ResolveInput } from "../../src/settings/resolve.ts";
import { temporaryDirectory } from "./support/places.ts";
import { failure, none, paths, resolve, settings } from "./support/resolving.ts";

describe("precedence", () => {
  // The value of each place; every subset of the places is tried.
  interface Row {
    name: "context" | "base_url" | "project" | "output" | "timeout" | "no_input" | "token";
    flag?: [ResolveInput["flags"], unknown, string];
    env: [Record<string, string>, unknown, string];
    file: [Partial<Settings>, unknown, string];
    rest: [unknown, string];
  }
  const own = {
    kind: "hosted",
    base_url: "https://file.example",
    token: "file-token",
    project: "file-project",
  } as const;
  const contexts = { ...settings.contexts, mine: own };
  const inFile = (entry: string): string => `${entry} in /c/settings.json`;
  const rows: Row[] = [
    {
      name: "context",
      flag: [{ context: "prod" }, "prod", "--context"],
      env: [{ BROWSERCTL_CONTEXT: "bare" }, "bare", "BROWSERCTL_CONTEXT"],
      file: [{ current: "mine" }, "mine", inFile("current")],
      rest: [undefined, "no context is chosen"],
    },
    {
      name: "base_url",
      flag: [{ baseUrl: "https://flag.example/" }, "https://flag.example", "--base-url"],
      env: [{ BROWSERCTL_BASE_URL: "https://ENV.example" }, "https://env.example", "BROWSERCTL_BASE_URL"],
      file: [{ current: "mine" }, "https://file.example", inFile("contexts.mine.base_url")],
      rest: [undefined, "no service is chosen"],
    },
    {
      name: "project",
      flag: [{ project: "p-flag" }, "p-flag", "--project"],
      env: [{ BROWSERCTL_PROJECT: "p-env" }, "p-env", "BROWSERCTL_PROJECT"],
      file: [{ current: "mine" }, "file-project", inFile("contexts.mine.project")],
      rest: [undefined, "the service's default"],
    },
    {
      name: "output",
      flag: [{ output: "json" }, "json", "--output"],
      env: [{ BROWSERCTL_OUTPUT: "csv" }, "csv", "BROWSERCTL_OUTPUT"],
      file: [{ values: { output: "yaml" } }, "yaml", inFile("values.output")],
      rest: [undefined, "a table at a terminal, tab-separated text in a pipe"],
    },
    {
      name: "timeout",
      flag: [{ timeout: "1s" }, { ms: 1000, text: "1s" }, "--timeout"],
      env: [{ BROWSERCTL_TIMEOUT: "2m" }, { ms: 120_000, text: "2m" }, "BROWSERCTL_TIMEOUT"],
      file: [{ values: { timeout: "1h30m" } }, { ms: 5_400_000, text: "1h30m" }, inFile("values.timeout")],
      rest: [undefined, "no limit"],
    },
    {
      name: "no_input",
      flag: [{ noInput: true }, true, "--no-input"],
      env: [{ BROWSERCTL_NO_INPUT: "0" }, false, "BROWSERCTL_NO_INPUT"],
      file: [{ values: { no_input: true } }, true, inFile("values.no_input")],
      rest: [false, "questions are asked at a terminal"],
    },
    {
      name: "token",
      env: [{ BROWSERCTL_TOKEN: "env-token" }, "env-token", "BROWSERCTL_TOKEN"],
      file: [{ current: "mine" }, "file-token", inFile("contexts.mine.token")],
      rest: [undefined, "no context, and BROWSERCTL_TOKEN is not set"],
    },
  ];
  const subsets = [true, false].flatMap((flag) =>
    [true, false].flatMap((env) => [true, false].map((file) => ({ flag, env, file }))),
  );
  const table = rows.flatMap((row) =>
    subsets.filter(({ flag }) => !flag || row.flag).map((set) => ({ ...set, name: row.name, row })),
  );

  it.each(table)(
    "the strongest $name wins with flag=$flag environment=$env file=$file",
    ({ name, row, flag, env, file }) => {
      const places = [
        ...(flag && row.flag ? [{ source: "flag", value: row.flag[1], from: row.flag[2] }] : []),
        ...(env ? [{ source: "environment", value: row.env[1], from: row.env[2] }] : []),
        ...(file ? [{ source: "file", value: row.file[1], from: row.file[2] }] : []),
      ];
      const resolved = resolve({
        flags: flag && row.flag ? row.flag[0] : {},
        env: env ? row.env[0] : {},
        settings: { ...none, contexts, ...(file ? row.file[0] : {}) },
      })[name];
      const [winner = { source: "default", value: row.rest[0], from: row.rest[1] }, ...losers] = places;
      // A context's project is for its own base URL alone, so nothing changes that here.
      expect({ source: resolved.source, value: resolved.value, from: resolved.from }).toEqual(winner);
      expect(resolved.shadowed.map(({ source, from }) => ({ source, from }))).toEqual(
        losers.map(({ source, from }) => ({ source, from })),
      );
      for (const shadow of resolved.shadowed) expect(Object.hasOwn(shadow, "value")).toBe(name !== "token");
    },
  );

  it("a setting shows the values that it shadows", () => {
    const { timeout } = resolve({ flags: { timeout: "1s" }, env: { BROWSERCTL_TIMEOUT: "2s" } });
    expect(timeout.shadowed.map((each) => each.value)).toEqual(["2s", "3m"]);
  });

  it("empty variables count as not set, which the origin of a token mentions", () => {
    const names = ["CONTEXT", "BASE_URL", "TOKEN", "TOKEN_FILE", "PROJECT", "OUTPUT", "TIMEOUT"];
    const env = Object.fromEntries(names.map((name) => [`BROWSERCTL_${name}`, ""]));
    const { notes, ...rest } = resolve({ env });
    expect({ ...rest, notes: [] }).toEqual(resolve());
    // In a pipeline an undefined secret or variable arrives as the empty text.
    expect(notes).toEqual(["note: BROWSERCTL_PROJECT is empty and chooses no project"]);
    expect(resolve({ env, flags: { project: "shop" } }).notes).toEqual([]);
    expect(resolve({ env, settings: none }).token.from).toBe("no context, and BROWSERCTL_TOKEN is empty");
  });

  it.each([
    ["1", true],
    ["true", true],
    ["TRUE", true],
    ["0", false],
    ["false", false],
    ["", false],
  ])("BROWSERCTL_NO_INPUT=%j is %s, whatever the file says", (text, value) => {
    expect(resolve({ env: { BROWSERCTL_NO_INPUT: text } }).no_input).toMatchObject({ value, source: "environment" });
  });

  it("the origin of the directories is shown, and the state directory of a context overrides the default", () => {
    expect(resolve().config_dir).toEqual({
      value: "/c",
      source: "environment",
      from: "BROWSERCTL_CONFIG_DIR",
      shadowed: [],
    });
    expect(resolve().state_dir).toMatchObject({ value: "/s", source: "default" });
    expect(resolve({ flags: { context: "other" } }).state_dir).toMatchObject({ value: "/other", source: "file" });
    const stateDir = { source: "environment", from: "BROWSERCTL_STATE_DIR" } as const;
    const set = { ...paths, origins: { ...paths.origins, stateDir } };
    expect(resolve({ flags: { context: "other" }, paths: set }).state_dir).toMatchObject({
      value: "/s",
      source: "environment",
      shadowed: [{ value: "/other" }],
    });
  });
});

describe("the choice of a context", () => {
  it.each([
    ["/", "cur", "current"],
    ["/w", "prod", 'directories["/w"]'],
    ["/w/a", "prod", 'directories["/w"]'],
    ["/w/a/b/c/d", "bare", 'directories["/w/a/b"]'],
    ["/wide", "cur", "current"],
  ])("the context in %s is %s", (cwd, name, from) => {
    expect(resolve({ cwd }).context).toMatchObject({
      value: name,
      source: "file",
      from: `${from} in /c/settings.json`,
    });
  });

  it("the context is chosen by flag, variable, directory and current context, in this order", () => {
    const all = { flags: { context: "bare" }, env: { BROWSERCTL_CONTEXT: "local" }, cwd: "/w" };
    const { context } = resolve(all);
    expect([context.value, ...context.shadowed.map((each) => each.value)]).toEqual(["bare", "local", "prod", "cur"]);
  });

  it.each<[string, Partial<ResolveInput>, string]>([
    [
      "an unknown context of a flag",
      { flags: { context: "pord" } },
      '--context: there is no context "pord"; did you mean "prod"?',
    ],
    [
      "an unknown context of a variable",
      { env: { BROWSERCTL_CONTEXT: "zzzzzz" } },
      'BROWSERCTL_CONTEXT: there is no context "zzzzzz"; browserctl context list',
    ],
    [
      "an unknown current context",
      { settings: { ...settings, current: "gone" } },
      'current in /c/settings.json: there is no context "gone"',
    ],
    [
      "a context where there are none",
      { settings: none, flags: { context: "a" } },
      'there is no context "a"; there are none yet',
    ],
    [
      "a context named like a member of objects",
      { flags: { context: "constructor" } },
      'there is no context "constructor"',
    ],
  ])("%s is a usage error", (_what, input, message) => {
    const error = failure(() => resolve(input));
    expect(error).toMatchObject({ exit: "usage", message: expect.stringContaining(message) });
  });

  it("the name of a new context is accepted on request", () => {
    const resolved = resolve({ flags: { context: "new" }, allowUnknownContext: true });
    expect(resolved.context.value).toBe("new");
    expect(resolved.base_url.value).toBeUndefined();
    expect(resolved.token.value).toBeUndefined();
  });
});

describe("bad values", () => {
  it("bad values are reported together, each with its flag or variable", () => {
    const error = failure(() =>
      resolve({
        flags: { output: "xml", timeout: "30", baseUrl: "ftp://x", project: "" },
        env: {
          BROWSERCTL_CONTEXT: "a b",
          BROWSERCTL_BASE_URL: "a.example",
          BROWSERCTL_OUTPUT: "xml",
          BROWSERCTL_TIMEOUT: "soon",
          BROWSERCTL_NO_INPUT: "maybe",
          BROWSERCTL_TOKEN: "s3c ret",
          BROWSERCTL_PROJECT: "a\u0007",
        },
      }),
    );
    expect(error.exit).toBe("usage");
    expect(error.options.problems?.map((each) => each.path).sort()).toEqual([
      "--base-url",
      "--output",
      "--project",
      "--timeout",
      "BROWSERCTL_BASE_URL",
      "BROWSERCTL_CONTEXT",
      "BROWSERCTL_NO_INPUT",
      "BROWSERCTL_OUTPUT",
      "BROWSERCTL_PROJECT",
      "BROWSERCTL_TIMEOUT",
      "BROWSERCTL_TOKEN",
    ]);
    expect(JSON.stringify(error.options)).not.toContain("s3c ret");
  });
});

describe("the token file", () => {
  function withFile(text: string, env: Record<string, string> = {}) {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "token"), text);
    return () => resolve({ cwd: directory, env: { BROWSERCTL_TOKEN_FILE: "token", ...env } }).token;
  }

  it.each(["tok", "tok\n", "tok\r\n"])("token file %j gives tok", (text) => {
    expect(withFile(text)()).toMatchObject({
      value: "tok",
      source: "environment",
      from: "BROWSERCTL_TOKEN_FILE",
      shadowed: [{ source: "file", from: "contexts.cur.token in /c/settings.json" }],
    });
  });

  it.each([
    ["", 'BROWSERCTL_TOKEN_FILE: "token" is empty'],
    ["\n", 'BROWSERCTL_TOKEN_FILE: "token" is empty'],
    ["tok\n\n", "BROWSERCTL_TOKEN_FILE: must be one line"],
    [" tok", "BROWSERCTL_TOKEN_FILE: must be one line"],
  ])("token file %j is refused", (text, message) => {
    expect(failure(withFile(text))).toMatchObject({ exit: "usage", message: expect.stringContaining(message) });
  });

  it("a token file and the token variable together are refused", () => {
    expect(failure(withFile("tok", { BROWSERCTL_TOKEN: "x" }))).toMatchObject({
      exit: "usage",
      message: "BROWSERCTL_TOKEN_FILE: BROWSERCTL_TOKEN is set too; set one of them",
    });
  });

  it("a missing token file is exit 10 and named", () => {
    const error = failure(() => resolve({ env: { BROWSERCTL_TOKEN_FILE: "/nowhere/token" } }));
    expect(error).toMatchObject({
      exit: "local-file",
      message: expect.stringContaining('"/nowhere/token": no such file'),
    });
  });
});

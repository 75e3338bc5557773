import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect } from "vitest";
import { commands } from "../../../src/generate/all-commands.ts";
import { exampleVariables, needsMore } from "../../support/cli/example-lines.ts";
import { ResidentShell, type ScriptOptions, type ScriptRun } from "../../support/cli/resident-shell.ts";
import { createHome, type Home, removeHome, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { connection, connectionPath } from "../../support/servers/connection-server.ts";
import { rawZip } from "../../support/zip.ts";
import { anyRecord } from "./any-record.ts";
import { type Recorded, type RecordingServer, recordingServer } from "./recording-server.ts";
import { ResidentNode } from "./resident-node.ts";

/** Home of every test that changes no file in it. */
let sharedHome: Home;
/** Run the printed code, as a person would. */
let shell: ResidentShell;
let node: ResidentNode;

interface Language {
  readonly name: string;
  /** Begins every printed text of it, behind what it needs first. */
  readonly form: RegExp;
  readonly variable: RegExp;
  run(code: string, options: ScriptOptions): Promise<ScriptRun>;
}

export const languages: readonly Language[] = [
  {
    name: "curl",
    form: /curl /,
    variable: /\$\{(BROWSERCTL_\w+):\?\}/g,
    run: (code, options) => shell.run(code, options),
  },
  {
    name: "fetch",
    form: /await fetch\(/,
    variable: /process\.env\.(BROWSERCTL_\w+)/g,
    run: async (code, options) => {
      const ran = await node.run(code, options);
      // The recording server refuses every call.
      return /^Error: HTTP 400: /.test(ran.stderr) ? { code: 0, stdout: "", stderr: "" } : ran;
    },
  },
];

/** Prepares a file that runs printed code. */
export function usePrintedCode(): void {
  beforeAll(async () => {
    await ensureDebianPackage("curl");
    sharedHome = createHome();
    fixtures(sharedHome);
    shell = new ResidentShell();
    node = new ResidentNode();
  });
  afterAll(async () => {
    removeHome(sharedHome);
    await Promise.all([shell.close(), node.close()]);
  });
}

/** A home of the test's own with the same files. */
export function ownHome(): Home {
  const home = temporaryHome();
  fixtures(home);
  return home;
}

/** Creates what the help examples name: files, directories and piped input. */
function fixtures(home: Home): void {
  const manifest = JSON.stringify({ manifest_version: 3, name: "Mine", version: "1.0" });
  const zip = rawZip([{ name: "manifest.json", data: manifest }]);
  const directory = workDirectory(home);
  mkdirSync(join(home.dir, ".config/chromium"), { recursive: true });
  writeFileSync(join(home.dir, ".config/chromium/Local State"), "{}");
  writeFileSync(join(home.dir, ".config/chromium.tar.zst"), "what a person has packed");
  // An archive that a command packs itself exists as a file only when a person has packed it.
  for (const name of ["site", "my-extension", "dist", "example-app", "shop", "work"]) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${name}.zip`), zip);
  }
  const files: Record<string, string | Buffer> = {
    "my-extension/manifest.json": manifest,
    "dist/manifest.json": manifest,
    "blocker.zip": zip,
    "blocker-1.4.zip": zip,
    "site/index.html": "<p>site</p>",
    "work.tar.zst": zstdCompressSync(Buffer.alloc(1024)),
    "cookies.json": JSON.stringify([{ name: "sid", value: `it's "x" \\ y`, domain: "example.com", path: "/" }]),
    "actions.json": JSON.stringify([{ type: "type_text", type_text: { text: `a "b" \\n c` } }]),
    "session.json": JSON.stringify({ name: "shop", start_url: "http://me:p'w@127.0.0.1/" }),
    "orders.json": JSON.stringify([{ note: `"quoted" \\ back\tslash`, n: 12 }]),
    "example-app/package.json": '{"name":"example-app","main":"index.ts"}',
    "example-app/index.ts": "export default 1;\n",
    "src/shop.ts": "export default 1;\n",
    "shop/package.json": '{"name":"shop","main":"index.ts"}',
    "shop/index.ts": "export default 1;\n",
    "prod.env": `LEVEL=debug\nKEY=it's "x" \\ y\n`,
    "package.json": "{}",
    "password.txt": "it's p%w",
    "username.txt": "a\\d'a",
    "totp.txt": "JBSWY3DPEHPK3PXP",
    "input.json": `{"query":"it's \\"quoted\\""}`,
    "office.pem": "-----BEGIN CERTIFICATE-----\n",
  };
  for (const name of [
    "order.json",
    "data.csv",
    "photo.png",
    "a.csv",
    "b.csv",
    "run.sh",
    "letter.txt",
    "clip.txt",
    "login.js",
    "prices.ts",
    "tools.js",
    "helpers.js",
  ])
    files[name] = `${name}: it's "quoted", \\n and\na second line\twith a tab\n\n`;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
}

/** Where commands and lines run: not the home itself, which no app may be. */
export function workDirectory(home: Home): string {
  return join(home.dir, "work");
}

const piped: Record<string, string> = {
  "words.txt": "b\na\n",
  "part1.csv": "1,2\n",
  "password.txt": "it's p%w",
  "data.csv": 'x,"y"\n',
  "state.json": JSON.stringify({ cookies: [{ name: "a", value: "b", domain: "e.com", path: "/" }], origins: [] }),
};

/** An example as a shell splits it; what goes on behind it is left out. */
function split(line: string, home: Home): { words: string[]; stdin: string } {
  const words: string[] = [];
  let stdin = "";
  const plain = line.replace(/\$\(.*\)/, "s1 s2").replace(/ (\||>>?) .*$/, "");
  const [before = "", input] = plain.split(/ < (?=\S+$)/);
  if (input !== undefined) stdin = piped[input] ?? "";
  for (const match of before.matchAll(/(?:'[^']*'|"[^"]*"|\S)+/g))
    words.push(match[0].replace(/^~/, home.dir).replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return { words, stdin };
}

/** Header names of a request that are the client's own: the rest is the connection's and the HTTP library's. */
const foreign =
  /^(host|connection|user-agent|accept-encoding|accept-language|sec-fetch-mode|transfer-encoding|content-length|expect)$/;

/** A request for comparison: parts of a form instead of its boundary. */
function comparable({ line, headers, body }: Recorded): unknown {
  const [address = "", query] = line.split(/\?(.*)/s);
  const form = /^multipart\/form-data; ?boundary=(.*)$/.exec(headers["content-type"] ?? "");
  const own = Object.entries(headers).filter(([name]) => !foreign.test(name) && !(form && name === "content-type"));
  return {
    address,
    query: [...new URLSearchParams(query)],
    headers: Object.fromEntries(own),
    body: form ? formParts(body, form[1] ?? "") : plainBody(headers["content-type"] ?? "", body.toString()),
  };
}

/** A body whose order of members does not matter where it is JSON. */
function plainBody(type: string, body: string): unknown {
  if (!type.startsWith("application/json")) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function withoutBody(request: Recorded): unknown {
  return comparable({ ...request, body: Buffer.alloc(0) });
}

/** Names, file names and contents; an archive that was packed on the way is another one each time. */
function formParts(body: Buffer, boundary: string): unknown[] {
  const pieces = body
    .toString("latin1")
    .split(`--${boundary.replace(/^"|"$/g, "")}`)
    .slice(1, -1);
  return pieces.map((piece) => {
    const [head = "", content = ""] = piece.split(/\r\n\r\n(.*)\r\n$/s);
    const file = /filename="([^"]*)"/.exec(head)?.[1];
    return {
      name: /name="([^"]*)"/.exec(head)?.[1],
      type: /content-type: *(\S+)/i.exec(head)?.[1],
      file,
      content: file?.endsWith(".zip") ? "archive" : content,
    };
  });
}

/** The values of a request under the names of the variables that may stand for them. */
function variables(requests: readonly Recorded[]): Record<string, string> {
  const values: Record<string, string> = {};
  const name = (...path: string[]): string =>
    `BROWSERCTL_${path.map((part) => part.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase()).join("_")}`;
  const userinfo = (text: string, path: string[]): void => {
    const found = /:\/\/([^/]*)@/.exec(text)?.[1];
    if (found !== undefined) values[name(...path, "userinfo")] = found;
  };
  const walk = (value: unknown, path: string[]): void => {
    if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
    } else if (typeof value === "string") {
      values[name(...path)] = value;
      userinfo(value, path);
    }
  };
  for (const { line, headers, body } of requests) {
    for (const [key, value] of new URLSearchParams(line.split(/\?(.*)/s)[1])) walk(value, ["query", key]);
    for (const [key, value] of Object.entries(headers)) values[name("header", key)] = value;
    const boundary = /boundary=(.*)$/.exec(headers["content-type"] ?? "")?.[1];
    if (boundary !== undefined) {
      for (const part of formParts(body, boundary) as { name: string; content: string }[])
        values[name("form", ...part.name.split(/[[\].]+/).filter((word) => word !== ""))] = part.content;
    } else if (body.length > 0) {
      values["BROWSERCTL_BODY"] = body.toString();
      try {
        walk(JSON.parse(body.toString()), ["body"]);
      } catch {}
    }
  }
  return values;
}

/** Answers to what a command asks before the call it is about; that call itself is refused. */
export const answers = (line: string): unknown => {
  if (line.includes("/fs/delete_file")) return {};
  if (line.includes("/fs/file_info"))
    // A deletion is one of a directory, and an upload has the name of its target.
    return {
      ...{ path: "/x", name: "x", is_dir: !line.includes("photo"), size_bytes: 1 },
      ...{ mode: "drwxr-xr-x", mod_time: "2026-01-02T03:04:05Z" },
    };
  if (line === `GET ${connectionPath}`) return connection();
  // Printed code has the tool as it was typed.
  if (/^GET .*\/webmcp\/tools/.test(line)) {
    const tool = { name: "x", description: "x", inputSchema: {} };
    const source = { page_url: "https://example.com/", page_title: "x", tab_id: 1, window_id: 1, frame: null };
    return { tools: [{ tool_ref: "search_products", tool, source }] };
  }
  const record = /^GET \/(?:profiles|extensions|deployments|invocations|browsers)\/(\w+)(?:\/metadata)?$/.exec(line);
  return record ? anyRecord(record[1] ?? "", { name: "work" }) : undefined;
};

export interface Case {
  server: RecordingServer;
  /** The shared home, which no test changes, when omitted. */
  home?: Home;
  words: readonly string[];
  /** Forms of the printed code to run: with a variable for each secret, and with `--show-token`. Both when omitted. */
  forms?: readonly ("variables" | "shown")[];
  /** Name of the one language of the printed code; all when omitted. */
  language?: string | undefined;
  stdin?: string;
  env?: Record<string, string>;
  compare?: (request: Recorded) => unknown;
  /** Values of variables that are a part of what was sent. */
  values?: Record<string, string>;
}

/** Runs the command itself, then its printed code in the languages and forms; all must send the same. */
export async function sameRequests({
  server,
  home = sharedHome,
  words,
  stdin = "",
  env = {},
  compare = comparable,
  forms = ["variables", "shown"],
  language: only,
  ...more
}: Case): Promise<Recorded[]> {
  const at = words.indexOf("--");
  const withFlags = (...flags: string[]): string[] =>
    at < 0 ? [...words, ...flags] : [...words.slice(0, at), ...flags, ...words.slice(at)];
  const cwd = workDirectory(home);
  const run = (...flags: string[]) =>
    runHere(withFlags(...flags), { home, cwd, stdin, env: { ...server.env, ...env } });
  await run("--yes", "--no-input");
  const own = server.take();
  const known = { ...variables(own), ...more.values };
  const sent: Recorded[] = [];
  for (const language of languages.filter(({ name }) => name === (only ?? name))) {
    const print = async (...flags: string[]): Promise<string> => {
      const { code, stdout, stderr } = await run("--print", language.name, ...flags);
      expect([code, stdout], stderr).toEqual([0, expect.stringMatching(language.form)]);
      // With -o json the code is a JSON text.
      return stdout.startsWith('"') ? (JSON.parse(stdout) as string) : stdout;
    };
    const printed = await print();
    expect(server.take()).toEqual([]);

    const needed = [...new Set([...printed.matchAll(language.variable)].map((match) => match[1] ?? ""))];
    const values = Object.fromEntries(
      needed.map((name) => {
        const value = name === "BROWSERCTL_TOKEN" ? server.env.BROWSERCTL_TOKEN : known[name];
        expect(value, `the value of ${name}`).toBeDefined();
        return [name, value ?? ""];
      }),
    );
    const first = language.name === "curl" ? (printed.split("\n")[0] ?? "") : printed;
    for (const name of needed.filter((each) => first.includes(each))) {
      const { [name]: _, ...others } = values;
      const ran = await language.run(first, { cwd, env: others, stdin });
      expect([ran.code === 0, ran.stderr]).toEqual([false, expect.stringContaining(name)]);
      expect(server.take(), `without ${name}`).toEqual([]);
    }
    for (const form of forms) {
      const [code, env] = form === "variables" ? [printed, values] : [await print("--show-token"), {}];
      const ran = await language.run(code, { cwd, env, stdin });
      expect(ran.code, `${code}${ran.stderr}`).toBe(0);
      const requests = server.take();
      expect(requests).not.toEqual([]);
      // Other requests that the command sends are not part of the printed code.
      const path = (request: Recorded): string => request.line.replace(/\?.*$/s, "");
      const paths = new Set(requests.map(path));
      const same = own.filter((request) => paths.has(path(request)));
      expect(requests.map(compare), code).toEqual(same.map(compare));
      sent.push(...requests);
    }
  }
  return sent;
}

/** Lines of the examples in help whose code is printed, command by command. */
const examplesByCommand = commands
  // The service of these tests is at an address, and no local service runs.
  .filter((spec) => (spec.requests ?? spec.operation !== undefined) && spec.service !== "local")
  .map((spec) =>
    spec.examples
      .map(({ line }) => line)
      // A file of this machine is looked into without a request.
      .filter((line) => !line.startsWith("profiles inspect ./"))
      .filter((line) => !needsMore(line))
      // A preview sends nothing that could be compared.
      .filter((line) => !line.includes(" --dry-run"))
      // The newest session is looked up, and so is a target that is a directory already.
      .filter((line) => line !== "browsers use @last" && !/^browsers fs (?:cp|upload) .*\.\/site\b/.test(line))
      // Values that may be secret are variables, here of other values than the one that is typed.
      .filter((line) => !/^browsers act shop (?:select|press|fill e3|-)|--header x-tenant|--remove-header/.test(line))
      // Further flags could belong to the command in the session.
      .filter((line) => line !== "browsers process exec shop ls /")
      // Each line of a batch has a printed line of its own.
      .filter((line) => !/^batch\b/.test(line))
      // The service of these tests has no context, in which the project could be stored.
      .filter((line) => !line.startsWith("projects use ")),
  );

/** Lines of all examples in help whose code is printed. */
export const printedExamples = examplesByCommand.flat();

/** The first such line of each command, and one of the languages, in turn. */
export const firstExamples = examplesByCommand
  .flatMap((lines) => lines.slice(0, 1))
  .map((line, at): [line: string, language: string] => [line, languages[at % languages.length]?.name ?? ""]);

const password = `pa"ss\\word $HOME \`id\``;

/** Runs an example of help and its printed code; both must send the same. */
export async function sameAsExample(example: string, forms: Case["forms"], language?: string): Promise<void> {
  const extracts = example.includes("--extract site");
  const home = extracts ? ownHome() : sharedHome;
  if (extracts) rmSync(join(workDirectory(home), "site"), { recursive: true });
  const server = await recordingServer(answers);
  const { words, stdin } = split(example, home);
  // A directory is packed anew each time: the line names an archive that a person has packed.
  const compare = example.includes(".config/chromium") ? withoutBody : comparable;
  const env = exampleVariables(password);
  const values = { BROWSERCTL_BODY_ACTS_0_VALUE: password, BROWSERCTL_BODY_TOKEN: password };
  await sameRequests({ server, home, words, stdin, env, compare, language, values, ...(forms && { forms }) });
}

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/declare/spec.ts";
import { operations } from "../../src/contract/index.ts";
import type { PlainOperation } from "../../src/contract/plain.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { bashCompletion } from "../../src/generate/completions/bash.ts";
import { fishCompletion } from "../../src/generate/completions/fish.ts";
import { completionModel } from "../../src/generate/completions/model.ts";
import { powershellCompletion } from "../../src/generate/completions/powershell.ts";
import { zshCompletion } from "../../src/generate/completions/zsh.ts";
import { completionScripts } from "../../src/generate/completions.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { askBash, askFish, askZsh, type Offer, typeIntoBash } from "./support/shells.ts";
import { hostile, strangeModel } from "./support/strange-commands.ts";

const installBound = 300_000;

let directory: string;
const scripts = { bash: "", fish: "", zsh: "", strangeBash: "", strangeFish: "", strangeZsh: "" };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "browserctl-completions-"));
  for (const name of ["zsh", "strangeZsh", "files"] as const) await mkdir(join(directory, name));
  const written = completionScripts();
  const put = async (path: string, text = ""): Promise<string> => {
    await writeFile(join(directory, path), text);
    return join(directory, path);
  };
  scripts.bash = await put("browserctl.bash", written.get("completions/browserctl.bash"));
  scripts.fish = await put("browserctl.fish", written.get("completions/browserctl.fish"));
  await put("zsh/_browserctl", written.get("completions/_browserctl"));
  scripts.zsh = join(directory, "zsh");
  scripts.strangeBash = await put("strange.bash", bashCompletion(strangeModel));
  scripts.strangeFish = await put("strange.fish", fishCompletion(strangeModel));
  await put("strangeZsh/_browserctl", zshCompletion(strangeModel));
  scripts.strangeZsh = join(directory, "strangeZsh");
  await put("files/body one.json");
  await put("files/body-two.json");
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The lines that every shell must answer alike, as words; the last is the one at the cursor. */
const questions: readonly {
  name: string;
  words: readonly string[];
  has: readonly string[];
  not?: readonly string[];
  /** A file that must be offered; the shells write its path in different ways. */
  file?: string;
}[] = [
  {
    name: "nouns and single commands",
    words: [""],
    has: ["browsers", "local", "login", "completion", "help"],
    not: ["create", "exit-codes"],
  },
  { name: "verbs", words: ["browsers", "cu"], has: ["curl"], not: ["create"] },
  { name: "a third level", words: ["browsers", "computer", ""], has: ["screenshot"], not: ["create"] },
  {
    name: "global flags before the words",
    words: ["-o", "json", "--context", "browsers", "browsers", "cr"],
    has: ["create"],
  },
  { name: "flags at the root", words: ["--"], has: ["--output", "--context", "--help", "--version"], not: ["--name"] },
  {
    name: "own and global flags",
    words: ["browsers", "create", "--"],
    has: ["--name", "--headless", "--no-headless", "--output", "--dry-run", "--input"],
    not: ["--all", "--here"],
  },
  {
    name: "no flag that was typed, in any form and place, unless it may be repeated",
    words: ["-o", "json", "browsers", "create", "--no-headless", "--tag", "a=b", "--"],
    has: ["--name", "--tag"],
    not: ["--output", "--headless", "--no-headless"],
  },
  {
    name: "flags behind an argument",
    words: ["browsers", "curl", "x", "https://a", "--fail"],
    has: ["--fail", "--fail-with-body"],
  },
  {
    name: "values of an enum",
    words: ["browsers", "list", "--status", ""],
    has: ["active", "deleted", "all"],
    not: ["create"],
  },
  { name: "types of a timeline", words: ["auth", "connections", "timeline", "--type", "re"], has: ["reauth"] },
  {
    name: "members of a field",
    words: ["auth", "connections", "update", "--telemetry-category", "con"],
    has: ["control=on", "console=off"],
  },
  { name: "values by the short form", words: ["browsers", "curl", "-X", "P"], has: ["POST", "PUT", "PATCH"] },
  { name: "values of a global flag", words: ["browsers", "list", "-o", "js"], has: ["json", "jsonl"], not: ["yaml"] },
  { name: "the argument of completion", words: ["completion", ""], has: ["bash", "zsh", "fish", "powershell"] },
  { name: "flags behind the alias of a verb", words: ["browsers", "ls", "--sta"], has: ["--status"] },
  { name: "files for an argument that names one", words: ["apps", "deploy", "/et"], has: [], file: "etc" },
  {
    name: "what help takes",
    words: ["help", ""],
    has: ["browsers", "exit-codes", "scripting", "faults"],
    not: ["help"],
  },
  { name: "commands behind schema", words: ["schema", ""], has: ["browsers", "login"], not: ["exit-codes"] },
  { name: "words of a command behind schema", words: ["schema", "browsers", "cu"], has: ["curl"], not: ["create"] },
  { name: "codes to explain", words: ["explain", "n"], has: ["not_found"], not: ["create"] },
  { name: "keys of settings", words: ["config", "set", ""], has: ["output", "pager"], not: ["json"] },
  { name: "methods of raw calls", words: ["api", "P"], has: ["POST", "PUT", "PATCH"], not: ["GET"] },
  {
    name: "conditions of a wait",
    words: ["wait", "connection", "x", "--for", ""],
    has: ["deleted", "status=AUTHENTICATED", "flow_status=SUCCESS"],
  },
  { name: "kinds of wait", words: ["wait", ""], has: ["browser", "invocation", "deployment", "connection"] },
  { name: "words behind help", words: ["help", "browsers", "cu"], has: ["curl"], not: ["exit-codes"] },
  { name: "nothing for an id", words: ["browsers", "get", ""], has: [], not: ["create", "--output"] },
  { name: "nothing for a value nobody knows", words: ["browsers", "create", "--name", ""], has: [], not: ["create"] },
  { name: "commands behind --", words: ["browsers", "run", "--", "un"], has: ["uname", "uniq"], not: ["create"] },
  {
    name: "no flags of ours behind --",
    words: ["browsers", "run", "--", "true", "--stea"],
    has: [],
    not: ["--stealth"],
  },
  {
    name: "arguments, not flags, behind -- of any command",
    words: ["browsers", "get", "--", "--out"],
    has: [],
    not: ["--output"],
  },
];

function expectAnswers(offers: readonly Offer[]): void {
  questions.forEach(({ name, has, not, file }, at) => {
    const words = offers[at]?.words ?? [];
    expect.soft(words, name).toEqual(expect.arrayContaining([...has]));
    for (const word of not ?? []) expect.soft(words, name).not.toContain(word);
    if (file !== undefined)
      expect
        .soft(
          words.map((word) => basename(word)),
          name,
        )
        .toContain(file);
    else if (has.length === 0) expect.soft(words, name).toEqual([]);
  });
}

const summaryOf = (words: string): string => commands.find((spec) => spec.words === words)?.summary ?? "";

describe("bash", () => {
  const bash = "bash";

  test("answers every question", async () => {
    const offers = await askBash(
      bash,
      scripts.bash,
      questions.map(({ words }) => ["browserctl", ...words]),
    );
    expectAnswers(offers);
  });

  test("answers without a line as well, from the words alone", async () => {
    const offers = await askBash(
      bash,
      scripts.bash,
      questions.map(({ words }) => ["raw", "browserctl", ...words]),
    );
    expectAnswers(offers);
  });

  test("completes behind = and @, where bash breaks words, and names files", async () => {
    const file = join(directory, "files/body");
    const [equals, empty, at, both, out, plain] = await askBash(bash, scripts.bash, [
      ["browserctl", "browsers", "list", "--output=js"],
      ["browserctl", "browsers", "list", "--status="],
      ["browserctl", "browsers", "create", "--input", `@${file}`],
      ["browserctl", "browsers", "create", `--input=@${file}`],
      ["browserctl", "openapi", "--out", file],
      ["browserctl", "browsers", "create", "--input", file],
    ]);
    const files = [join(directory, "files/body one.json"), join(directory, "files/body-two.json")];
    expect(equals?.words).toEqual(["json", "jsonl"]);
    expect(empty?.words).toEqual(["active", "deleted", "all"]);
    expect(out?.words.sort()).toEqual(files);
    // Readline replaces the @ as well.
    const sources = files.map((path) => `@${path.replace(" ", "\\ ")}`).sort();
    for (const offer of [at, both]) expect(offer?.words.sort()).toEqual(sources);
    expect(plain?.words).toEqual([]);
  });

  test("takes hostile texts as they are", async () => {
    const [verbs, flags, values, colon, alias] = await askBash(bash, scripts.strangeBash, [
      ["browserctl", "things", ""],
      ["browserctl", "things", "poke", "--"],
      ["browserctl", "things", "poke", "--place", ""],
      ["browserctl", "things", "poke", "--place", "us:e"],
      ["browserctl", "go", "--", "unam"],
    ]);
    expect(verbs?.words).toEqual(["poke", "run"]);
    expect(flags?.words).toEqual(expect.arrayContaining(["--odd", "--many", "--place", "--output"]));
    // As they would be typed.
    expect(values?.words).toEqual(["us:east", "it\\'s", "\\$x", "a\\(b\\)"]);
    expect(colon?.words).toEqual(["east"]);
    expect(alias?.words).toContain("uname");
  });

  test("works at a terminal, with the TAB key", async () => {
    const file = join(directory, "files/body");
    const steps = [
      { type: `stty columns 1000; source ${scripts.bash}; echo rea''dy\n`, until: "ready" },
      { type: "browserctl brow\t", until: "browserctl browsers " },
      { type: "cu\t", until: "curl " },
      { type: "x --response-encoding=b\t", until: "--response-encoding=base64 " },
      { type: `--data @${file}-\t`, until: `--data @${file}-two.json ` },
      { type: `--data=@${file}\\ \t`, until: `@${file}\\ one.json ` },
      { type: `--out ${file}\\ \t`, until: "body\\ one.json " },
      { type: "--request-t\t", until: "--request-timeout " },
      { type: "\u0015browserctl browsers run -- unam\t", until: "uname " },
    ];
    expect(await typeIntoBash(bash, steps)).toEqual(steps.map(({ until }) => expect.stringContaining(until)));
  });
});

describe("zsh", () => {
  let zsh: string;
  beforeAll(async () => {
    zsh = await ensureDebianPackage("zsh");
  }, installBound);

  test("answers every question at a terminal, with descriptions", async () => {
    const offers = await askZsh(
      zsh,
      scripts.zsh,
      questions.map(({ words }) => ["browserctl", ...words].join(" ")),
    );
    // zsh names the argument where it has nothing to offer.
    expectAnswers(
      offers.map((offer, at) =>
        questions[at]?.has.length === 0 && questions[at].file === undefined
          ? { ...offer, words: offer.words.filter((word) => word.startsWith("-")) }
          : offer,
      ),
    );
    expect(offers[0]?.descriptions["login"]).toBe(summaryOf("login"));
    expect(offers[5]?.descriptions["--input"]).toBe("JSON body, which flags override: -, @file or env:NAME");
  });

  test("completes behind = and @, and names files", async () => {
    const file = join(directory, "files/body");
    const [equals, at, both, out] = await askZsh(zsh, scripts.zsh, [
      "browserctl browsers list --output=js",
      `browserctl browsers create --input @${file}-`,
      `browserctl browsers create --input=@${file}-`,
      `browserctl openapi --out ${file}-`,
    ]);
    expect(equals?.words).toEqual(["json", "jsonl"]);
    for (const offer of [at, both, out]) expect(offer?.words).toEqual(["body-two.json"]);
  });

  test("shows hostile texts as they are", async () => {
    const [groups, verbs, flags, values, alias] = await askZsh(zsh, scripts.strangeZsh, [
      "browserctl ",
      "browserctl things ",
      "browserctl things poke --",
      "browserctl things poke --place ",
      "browserctl go -- unam",
    ]);
    expect(groups?.descriptions["things"]).toBe(hostile);
    expect(verbs?.descriptions["poke"]).toBe(hostile);
    expect(flags?.descriptions["--odd"]).toBe(hostile);
    expect(flags?.descriptions["--place"]).toBe(hostile);
    // Values are listed as they would be typed.
    expect(values?.words.sort()).toEqual(["\\$x", "a\\(b\\)", "it\\'s", "us:east"]);
    expect(alias?.words).toContain("uname");
  });
});

describe("fish", () => {
  let fish: string;
  beforeAll(async () => {
    fish = await ensureDebianPackage("fish");
  }, installBound);

  test("answers every question, with descriptions", async () => {
    const offers = await askFish(
      fish,
      scripts.fish,
      questions.map(({ words }) => ["browserctl", ...words].join(" ")),
    );
    expectAnswers(offers);
    expect(offers[0]?.descriptions["login"]).toBe(summaryOf("login"));
    expect(offers[5]?.descriptions["--name"]).toMatch(/\w/);
  });

  test("completes behind = and @, and names files", async () => {
    const file = join(directory, "files/body");
    const [equals, at, both, out, spaced] = await askFish(fish, scripts.fish, [
      "browserctl browsers list --output=js",
      `browserctl browsers create --input @${file}-`,
      `browserctl browsers create --input=@${file}-`,
      `browserctl openapi --out ${file}-`,
      `browserctl openapi --out ${file}`,
    ]);
    expect(equals?.words).toEqual(["--output=json", "--output=jsonl"]);
    expect(at?.words).toEqual([`@${file}-two.json`]);
    expect(both?.words).toEqual([`--input=@${file}-two.json`]);
    expect(out?.words).toEqual([`${file}-two.json`]);
    expect(spaced?.words.sort()).toEqual([`${file} one.json`, `${file}-two.json`]);
  });

  test("shows hostile texts as they are", async () => {
    const [groups, verbs, flags, values, alias] = await askFish(fish, scripts.strangeFish, [
      "browserctl ",
      "browserctl things ",
      "browserctl things poke --",
      "browserctl things poke --place ",
      "browserctl go -- unam",
    ]);
    expect(groups?.descriptions["things"]).toBe(hostile);
    expect(verbs?.descriptions["poke"]).toBe(hostile);
    expect(flags?.descriptions["--odd"]).toBe(hostile);
    expect(values?.words.sort()).toEqual(["$x", "a(b)", "it's", "us:east"]);
    expect(alias?.words).toContain("uname");
  });
});

test("every script of 200 commands of usual size takes at most 150 KB", () => {
  const many = Array.from({ length: 200 }, (_, at) => {
    const spec = commands[at % commands.length] as CommandSpec;
    return at < commands.length ? spec : { ...spec, words: `more${at} ${spec.words}`, aliases: [] };
  });
  const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];
  // Commands of their own have flags with summaries of their own.
  const more = completionModel(many, plain, []);
  const nodes = more.nodes.map((node) =>
    node.path.startsWith("more")
      ? {
          ...node,
          flags: node.flags.map((flag) => ({ ...flag, summary: `${flag.summary} (${node.path.split(" ")[0]})` })),
        }
      : node,
  );
  for (const write of [bashCompletion, zshCompletion, fishCompletion, powershellCompletion])
    expect(Buffer.byteLength(write({ ...more, nodes }))).toBeLessThan(150_000);
});

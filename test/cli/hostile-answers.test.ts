import { expect, test } from "vitest";
import { outputFormats } from "../../src/settings/model.ts";
import { placeOf, withFlags, writeExampleContent } from "../support/cli/example-content.ts";
import { type ExampleCall, exampleCalls, needsMore } from "../support/cli/example-lines.ts";
import { type Home, runHere } from "../support/cli/run-cli.ts";
import { exampleService } from "./support/example-service.ts";

/** A clipboard write, a concealing style, C1, bidi, zero-width and tag characters, and characters that move the cursor. */
const hostile = "h\u001b]52;c;QUJD\u0007\u001b[8m\u009b2J\u202e\u200b\u{e0041}\u2028\r\b";

/** The program's own styles. */
const styles = /\u001b\[(?:0|1|22|3[1-69])m/g;
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028\u202e\u{e0041}]/u;

/** Members that say what the rest is: with another value the answer is not read at all. */
const structural =
  /^(?:event|type|stream|encoding|kind|data_b64|content|method|.*_at|timestamp|expires|.*status|state|stdout_b64)$/;

/** A value whose texts and whose further member are hostile. */
function poisoned(value: unknown, key = ""): unknown {
  if (typeof value === "string") return structural.test(key) ? value : value + hostile;
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, poisoned(item, name)]);
  return { ...Object.fromEntries(entries), [hostile]: hostile };
}

/** Contents: a file, a log, a clipboard, what another program wrote. A pipe gets them exactly, as text. */
const contents = new Set([
  "browsers computer clipboard read",
  "browsers cookies get",
  "browsers curl",
  "browsers fs read",
  "browsers playwright execute",
  "browsers process exec",
  "browsers process output",
  "browsers repl",
  "browsers storage get",
  "deployments tail",
  "invocations tail",
]);

/** Commands that write a log to stderr beside their result. */
const logs = new Set(["apps deploy", "apps deploy-repo", "browsers playwright execute", "browsers repl", "invoke"]);

/** Examples whose end depends on more than one answer. */
function isEndless({ line, spec }: ExampleCall): boolean {
  return (
    needsMore(line) ||
    spec.inBatch === "never" ||
    spec.inBatch !== undefined ||
    /^(?:local|login|completion)\b/.test(line)
  );
}

/** The value of a document, or those of lines; the text where it is no JSON. */
function parsed(text: string): unknown {
  for (const parts of [[text], text.trimEnd().split("\n")]) {
    try {
      return parts.map((part) => JSON.parse(part) as unknown);
    } catch {}
  }
  return text;
}

/** The first example of each command that makes requests. */
function firstCalls(home: Home): readonly ExampleCall[] {
  const seen = new Set<unknown>();
  return exampleCalls(home).filter((call) => {
    const requests = call.spec.requests ?? call.spec.operation !== undefined;
    if (!call.own || !requests || isEndless(call) || seen.has(call.spec)) return false;
    seen.add(call.spec);
    return true;
  });
}

async function raw(home: Home, { argv, line, spec }: ExampleCall, flags: readonly string[], terminal: boolean) {
  const tty = { stdout: terminal, stderr: terminal };
  const more = { env: { PASSWORD: "secret" }, tty, width: terminal ? 40 : 80, newerService: true } as const;
  const result = await runHere(withFlags(argv, "--yes", ...flags), { home, ...more, ...placeOf(line, home) });
  const shown = (text: string): boolean => unprintable.test(terminal ? text.replaceAll(styles, "") : text);
  const isLog = !terminal && logs.has(spec.words);
  return { ...result, isRaw: shown(result.stdout) || (!isLog && shown(result.stderr)) };
}

const forms: readonly (readonly string[])[] = [
  ...outputFormats.map((format) => ["-o", format]),
  ["-o", "table", "--query", "@"],
  ["--template", "{% for pair in item %}{{ pair[0] }} {{ pair[1] | raw }}{% endfor %}"],
];

test.each(forms.map((flags) => [flags.join(" "), flags] as const))(
  "hostile names and values of a service are escaped at a terminal and in a pipe: %s",
  async (form, flags) => {
    const notice = encodeURIComponent(`notice ${hostile}`);
    const { home } = await exampleService({
      answer: (value) => poisoned(value),
      headers: { "x-browserctl-notice": notice },
    });
    writeExampleContent(home);
    const calls = firstCalls(home);
    expect(calls.length).toBeGreaterThan(80);
    const bad: string[] = [];
    for (const call of calls) {
      const { words } = call.spec;
      const [terminal, pipe] = [await raw(home, call, flags, true), await raw(home, call, flags, false)];
      if (terminal.isRaw) bad.push(`${words} at a terminal: ${JSON.stringify(terminal.stdout + terminal.stderr)}`);
      const isContent = contents.has(words) && !/json|yaml|csv|env/.test(form);
      if (pipe.isRaw && !isContent) bad.push(`${words} in a pipe: ${JSON.stringify(pipe.stdout + pipe.stderr)}`);
      if (flags[1] === "json" && !contents.has(words) && pipe.code === 0 && pipe.stdout !== "") {
        const [one, other] = [terminal.stdout.replaceAll(styles, ""), pipe.stdout];
        const [value, exact] = [parsed(one), parsed(other)];
        if (typeof value === "string" || JSON.stringify(value) !== JSON.stringify(exact))
          bad.push(`${words}: ${JSON.stringify([one, other])}`);
      }
    }
    expect(bad).toEqual([]);
  },
);

test.each([400, 401, 404, 409])("a hostile error is escaped at a terminal and in a pipe: %d", async (status) => {
  const error = { code: `not_found${hostile}`, message: hostile, details: [{ code: hostile, message: hostile }] };
  const answer = () => ({ ...error, inner_error: { code: hostile, message: hostile }, [hostile]: hostile });
  const { home } = await exampleService({ answer, headers: { "x-hostile": "\u009b2J" }, status });
  writeExampleContent(home);
  const bad: string[] = [];
  for (const call of firstCalls(home)) {
    const { words } = call.spec;
    for (const [flags, terminal] of [
      [["--debug"], true],
      [["-o", "text"], false],
      [["-o", "json"], true],
    ] as const) {
      const { isRaw, stdout, stderr } = await raw(home, call, flags, terminal);
      if (isRaw) bad.push(`${words} ${flags.join(" ")}: ${JSON.stringify(stdout + stderr)}`);
    }
  }
  expect(bad).toEqual([]);
});

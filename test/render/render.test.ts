import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Styled, type Text } from "../../src/core/styled.ts";
import type { Column } from "../../src/render/columns.ts";
import { jsonText } from "../../src/render/json.ts";
import { plain } from "../../src/render/palette.ts";
import { render } from "../../src/render/render.ts";
import type { RenderOptions } from "../../src/render/render-options.ts";

const now = Date.parse("2026-01-02T03:05:05Z");
const columns: readonly Column[] = [
  { path: "id" },
  { path: "made", title: "created", as: "age" },
  { path: "idle", title: "idle limit", as: "duration-seconds" },
  { path: "size", as: "size" },
  { path: "tags", as: "pairs" },
  { path: "bytes", as: "bytes" },
];
const item = {
  id: "s1",
  made: "2026-01-02T03:04:05Z",
  idle: 600,
  size: { width: 800, height: 600 },
  tags: { team: "web", stage: "x" },
  bytes: 1_468_006,
};

async function shown(value: unknown, options: Partial<RenderOptions> = {}): Promise<string> {
  const text = await render(value, {
    format: "text",
    columns: undefined,
    terminal: false,
    width: 80,
    palette: plain,
    now,
    ...options,
  });
  return text.ansi;
}

/** Palette function that puts a text between others. */
function between(before: string, after: string): (text: Text) => Styled {
  return (text) => Styled.join([before, text, after]);
}

describe("text for programs", () => {
  test("text of a list for programs is tab-separated, without a heading, with exact values", async () => {
    expect(await shown([item, { id: "s2" }], { columns })).toBe(
      "s1\t2026-01-02T03:04:05Z\t600\t800x600\tteam=web,stage=x\t1468006\ns2\t\t\t\t\t\n",
    );
  });
  test("a list of lists, as --query makes it, is one line for each, at a terminal and in CSV too", async () => {
    const rows = [
      ["s1", null, { team: "web" }],
      ["s2", "a\tb"],
    ];
    expect(await shown(rows)).toBe("s1\t\tteam=web\ns2\ta\\tb\t\n");
    expect(await shown(rows, { format: "table" })).toBe("[0]  [1]  [2]\ns1        team=web\ns2   a␉b\n");
    expect(await shown(rows, { format: "csv" })).toBe("0,1,2\ns1,,team=web\ns2,a\tb,\n");
  });
  test("a list of values of different kinds is one line for each", async () => {
    const mixed = ["s1", { team: "web" }, ["a", "b"], null, "two\nlines"];
    const wanted = "s1\nteam=web\na,b\n\ntwo\\nlines\n";
    expect(await shown(mixed)).toBe(wanted);
    expect(await shown(mixed, { terminal: true })).toBe(wanted);
    expect(await shown(mixed, { format: "csv" })).toBe('s1\nteam=web\n"a,b"\n\n"two\nlines"\n');
  });
  test("tab, newline, return and backslash are escaped, so that a line stays a line", async () => {
    expect(await shown([{ a: "x\ty\nz\r\\", b: 1 }])).toBe("x\\ty\\nz\\r\\\\\t1\n");
  });
  test("text of a record for programs has its dotted paths", async () => {
    expect(await shown({ a: 1, b: { c: true, d: {} }, e: [1, 2], f: null })).toBe(
      "a\t1\nb.c\ttrue\nb.d\t\ne\t1,2\nf\t\n",
    );
  });
  test("a key that holds a tab or a newline stays one field", async () => {
    expect(await shown({ "a\tb\nc": 1 })).toBe("a\\tb\\nc\t1\n");
  });
  test.each([
    ["scalar", "x", "x\n"],
    ["number", 7, "7\n"],
    ["false", false, "false\n"],
    ["null", null, ""],
    ["undefined", undefined, ""],
    ["empty list", [], ""],
    ["scalar of several lines", "x\ny\\", "x\ny\\\n"],
    ["list of scalars", ["a", 1, null, "x\ty\nz\\"], "a\n1\nnull\nx\\ty\\nz\\\\\n"],
    ["nested list", [{ a: [{ b: 1 }] }], '[{"b":1}]\n'],
  ])("%s", async (_name, value, wanted) => {
    expect(await shown(value)).toBe(wanted);
  });
  test("unprintable characters are escaped in a pipe too, as in a string of a program", async () => {
    expect(await shown("\u001b[2J")).toBe("␛[2J\n");
    expect(await shown([{ a: "\u001b\u202e\u{e0041}\\\r" }])).toBe("\\x1b\\u202e\\u{e0041}\\\\\\r\n");
  });
});

describe("text for people", () => {
  test("a table for people has headings, ages, sizes and durations", async () => {
    expect(await shown([item], { columns, terminal: true, width: 200 })).toBe(
      "ID  CREATED  IDLE LIMIT  SIZE     TAGS              BYTES\n" +
        "s1  1m ago   10m         800x600  team=web,stage=x  1.4 MiB\n",
    );
  });
  test("members that are switched on or off are words", async () => {
    const telemetry = { enabled: true, browser: { control: { enabled: true }, console: { enabled: false } } };
    const value = { telemetry, other: { a: { enabled: true, more: 1 } } };
    expect(await shown(value, { terminal: true, width: 80 })).toBe(
      "telemetry.enabled  true\n" +
        "telemetry.browser  on: control; off: console\n" +
        "other.a.enabled    true\n" +
        "other.a.more       1\n",
    );
    expect(await shown(telemetry)).toContain("browser.control.enabled\ttrue\n");
  });
  test("a list and a record of any length have a form for people", async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => [at]);
    expect((await shown(rows, { format: "table" })).split("\n")).toHaveLength(150_002);
    const record = Object.fromEntries(rows.map(([at]) => [`m${at}`, at]));
    expect((await shown(record, { terminal: true })).split("\n")).toHaveLength(150_001);
  });
  test("a record keeps its long values whole and shows its ages", async () => {
    const url = `ws://${"x".repeat(200)}`;
    const text = await shown(
      { id: "s1", made: item.made, url, size: item.size },
      { columns, terminal: true, width: 40 },
    );
    expect(text).toBe(`id    s1\nmade  2026-01-02T03:04:05Z (1m ago)\nurl   ${url}\nsize  800x600\n`);
  });
  test("fields of a record have the unit that their name tells", async () => {
    const record = {
      id: "s1",
      created_at: "2026-01-02T03:04:05Z",
      expires_at: "2026-01-02T03:06:05Z",
      usage: { uptime_ms: 1806 },
      delay_ms: 250,
      grace_seconds: 90,
      size_bytes: 2048,
      ended_at: "never",
    };
    expect(await shown(record, { format: "table", columns: [{ path: "id" }] })).toBe(
      "id               s1\n" +
        "created_at       2026-01-02T03:04:05Z (1m ago)\n" +
        "expires_at       2026-01-02T03:06:05Z (in 1m)\n" +
        "usage.uptime_ms  1.8s\n" +
        "delay_ms         250ms\n" +
        "grace_seconds    1m 30s\n" +
        "size_bytes       2.0 KiB\n" +
        "ended_at         never\n",
    );
    expect(await shown(record, { columns: [{ path: "id" }] })).toContain("usage.uptime_ms\t1806\n");
  });
  test("a record of the API leaves out what has no value, and the only value that there is", async () => {
    const record = { id: "s1", name: "", tags: {}, items: [], at: null, on: false, number: 0, region: "here" };
    const options: Partial<RenderOptions> = { columns: [{ path: "id" }, { path: "region", usual: "here" }] };
    const rest = "id      s1\non      false\nnumber  0\n";
    expect(await shown(record, { ...options, format: "table", omitsEmpty: true })).toBe(rest);
    expect(await shown({ ...record, region: "there" }, { ...options, format: "table", omitsEmpty: true })).toContain(
      "region  there\n",
    );
    expect(await shown(record, { ...options, format: "table" })).toContain("region  here\n");
    const limit: readonly Column[] = [{ path: "at", none: "never" }];
    expect(await shown({ at: null }, { columns: limit, format: "table", omitsEmpty: true })).toBe("at  never\n");
    expect(await shown({ at: null }, { columns: limit })).toBe("at\t\n");
    expect(await shown(record, options)).toContain("tags\t\n");
  });
  test("-o table is a table in a pipe too, never cut", async () => {
    const text = await shown([{ a: "x".repeat(200) }], { format: "table", width: 20 });
    expect(text).toBe(`A\n${"x".repeat(200)}\n`);
  });
  test("hostile text is shown at a terminal, whatever the form", async () => {
    const evil = { k: "a\u001b]52;c;AAAA\u0007\u009b2J\u202e" };
    for (const format of ["text", "table", "yaml", "csv", "env", "json", "jsonl"] as const) {
      const text = await shown([evil], { format: format === "env" ? "text" : format, terminal: true, width: 200 });
      expect(text, format).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
      expect(await shown(evil, { format, terminal: true, width: 200 }), format).not.toMatch(
        /[\u001b\u0007\u009b\u202e]/,
      );
    }
    expect(await shown("\u001b[2J", { terminal: true })).toBe("␛[2J\n");
    expect(await shown(["\u001b[2J"], { terminal: true })).toBe("␛[2J\n");
    expect(await shown([{ "\u001b[2J": 1 }], { terminal: true })).not.toContain("\u001b");
    expect(await shown({ "\u001b[2J": 1 }, { terminal: true })).not.toContain("\u001b");
  });
  test("names of a record and headings take the style, values do not", async () => {
    const palette = { ...plain, heading: between("<", ">") };
    expect(await shown({ a: 1, bb: 2 }, { terminal: true, palette })).toBe("<a>   1\n<bb>  2\n");
    expect(await shown([{ a: 1 }], { terminal: true, palette })).toBe("<A>\n1\n");
  });

  test("states are coloured by what they mean, after the columns are aligned", async () => {
    const palette = { ...plain, good: between("+", "+"), bad: between("!", "!") };
    const options = { terminal: true, palette, columns: [{ path: "s", as: "state" }, { path: "n" }] as const };
    expect(
      await shown(
        [
          { s: "running", n: 1 },
          { s: "FAILED", n: 2 },
          { s: "odd", n: 3 },
        ],
        options,
      ),
    ).toBe("S        N\n+running+  1\n!FAILED!   2\nodd      3\n");
    expect(await shown({ s: "failed" }, options)).toBe("s  !failed!\n");
  });

  test("JSON at a terminal has coloured names, strings and literals, and is the same text", async () => {
    const palette = {
      ...plain,
      key: between("<k", ">"),
      string: between("<s", ">"),
      literal: between("<l", ">"),
    };
    const value = { 'a"b': ["x: 1, true", -1.5e3, true, null], c: {} };
    const text = await shown(value, { format: "json", terminal: true, palette });
    expect(text).toContain('<k"a\\"b">:');
    expect(text).toContain('<s"x: 1, true">');
    expect(text.match(/<l[^>]*>/g)).toEqual(["<l-1500>", "<ltrue>", "<lnull>"]);
    expect(text.replace(/<[ksl]((?:"(?:[^"\\]|\\.)*")|[^>]*)>/g, "$1")).toBe(`${jsonText(value)}\n`);
  });
});

describe("escapes that keep the value", () => {
  const odd = "a'\\\u001b]52;c;QQ==\u0007\u007f\u009b\u202e\u200b\u{e0041}\r\n\tb\n";
  const value = { [odd]: odd, hidden: "\u200b", list: [odd, "plain"] };

  test("YAML reads back as the same value, names too", async () => {
    const text = await shown(value, { format: "yaml" });
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u);
    expect(parse(text)).toEqual(value);
  });
  test.each(["sh", "bash", "zsh"])("env is evaluated by %s to the same value", async (shell) => {
    const text = await shown({ odd }, { format: "env" });
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u);
    expect(execFileSync(shell, ["-c", `${text}printf %s "$BROWSERCTL_ODD"`]).toString()).toBe(odd);
  });
});

describe("the other forms", () => {
  test("json and jsonl print a record, a list, a scalar and an empty list", async () => {
    expect(await shown({ a: 1 }, { format: "json" })).toBe('{\n  "a": 1\n}\n');
    expect(await shown([], { format: "json" })).toBe("[]\n");
    expect(await shown(undefined, { format: "json" })).toBe("null\n");
    expect(await shown([{ a: 1 }, { a: 2 }], { format: "jsonl" })).toBe('{"a":1}\n{"a":2}\n');
    expect(await shown({ a: 1 }, { format: "jsonl" })).toBe('{"a":1}\n');
    expect(await shown([], { format: "jsonl" })).toBe("");
  });
  test("json escapes characters that a terminal would execute, and parses to the same value", () => {
    const text = jsonText({ a: "\u001b\u007f\u009b\u202e\u2066\u2028\ufeff\n" });
    expect(text).toBe('{\n  "a": "\\u001b\\u007f\\u009b\\u202e\\u2066\\u2028\\ufeff\\n"\n}');
    expect(JSON.parse(text)).toEqual({ a: "\u001b\u007f\u009b\u202e\u2066\u2028\ufeff\n" });
    const hidden = { a: "x\u200b\u2063\u{e0041}\u{e0100}\u00ad", b: "👩\u200d👧 ❤\ufe0f" };
    expect(jsonText(hidden, 0)).toBe(
      '{"a":"x\\u200b\\u2063\\udb40\\udc41\\udb40\\udd00\\u00ad","b":"👩\u200d👧 ❤\ufe0f"}',
    );
    expect(JSON.parse(jsonText(hidden))).toEqual(hidden);
    expect(jsonText({ "\u202e": 1 }, 0)).toBe('{"\\u202e":1}');
  });
  test("csv quotes, and a list of scalars is one column", async () => {
    expect(
      await shown(
        [
          { a: 'x,"y"', b: "l1\nl2" },
          { a: 1, c: 2 },
        ],
        { format: "csv" },
      ),
    ).toBe('a,b,c\n"x,""y""","l1\nl2",\n1,,2\n');
    expect(await shown(["a", "b"], { format: "csv" })).toBe("a\nb\n");
    expect(await shown([], { format: "csv", columns: [{ path: "a" }, { path: "b", title: "B!" }] })).toBe("a,b\n");
  });
  test("yaml reads back as the value, also where YAML is treacherous", async () => {
    const { parse } = await import("yaml");
    const value = {
      no: "no",
      on: "on",
      n: "1e3",
      date: "2026-01-01",
      empty: "",
      list: [],
      map: {},
      multi: "a\nb\n",
      colon: "a: b",
    };
    expect(parse(await shown(value, { format: "yaml" }))).toEqual(value);
    expect(await shown([], { format: "yaml" })).toBe("[]\n");
  });
  test("env lines survive eval in a real shell, whatever the values hold", async () => {
    const value = {
      a: 'it\'s $(touch pwned) `id` "x" \\ \n second line',
      "b-c.d": { e: "$HOME" },
      list: ["x", "y z"],
      n: 7,
      no: null,
    };
    const text = await shown(value, { format: "env" });
    const script = `${text}printf '%s|%s|%s|%s|%s' "$BROWSERCTL_A" "$BROWSERCTL_B_C_D_E" "$BROWSERCTL_LIST" "$BROWSERCTL_N" "\${BROWSERCTL_NO-missing}"`;
    const out = execFileSync("sh", ["-eu", "-c", `eval "$1"`, "sh", script]).toString();
    expect(out).toBe(`${value.a}|$HOME|x,y z|7|missing`);
    expect(await shown({}, { format: "env" })).toBe("");
    await expect(shown([1], { format: "env" })).rejects.toMatchObject({ exit: "usage" });
    await expect(shown("x", { format: "env" })).rejects.toMatchObject({ exit: "usage" });
  });
});

import { describe, expect, test } from "vitest";
import { Lifetime } from "../../src/core/abort.ts";
import { interruptible } from "../../src/core/interruptible.ts";
import { compileTemplate, type Template, typedTemplate } from "../../src/render/template.ts";

const record = {
  session_id: "s1",
  name: null,
  headless: true,
  viewport: { width: 8, height: 6 },
  tags: ["a", "b"],
  note: "<b>&\u001b[31m",
};

function compiled(template: string): Promise<Template> {
  return compileTemplate(template, interruptible("--template", new Lifetime()));
}

async function text(template: string, value: unknown = record): Promise<string> {
  return (await (await compiled(template)).text(value)).ansi;
}

describe("the text of a template", () => {
  test.each([
    ["fields and nested ones", "{{session_id}} {{viewport.width}}x{{viewport.height}}", "s1 8x6\n"],
    ["names with the dot of Go templates", "{{.session_id}}", "s1\n"],
    ["missing and null values are empty", "<{{nope}}{{name}}{{viewport.depth}}>", "<>\n"],
    ["a default", "{{name | default: '-'}}", "-\n"],
    ["a condition", "{% if headless %}headless{% else %}window{% endif %}", "headless\n"],
    ["a loop", "{% for tag in tags %}[{{tag}}]{% endfor %}", "[a][b]\n"],
    ["a filter", "{{tags | join: '+' | upcase}}", "A+B\n"],
    ["maps and lists as in a table", "{{viewport}} {{tags}}", "width=8,height=6 a,b\n"],
    ["the whole item", "{{item.viewport | json}}", '{"width":8,"height":6}\n'],
    ["a newline at its end is enough", "{{session_id}}\n", "s1\n"],
    ["nothing is escaped for HTML, and unprintable characters are shown", "{{note}}", "<b>&␛[31m\n"],
  ])("%s", async (_, template, wanted) => expect(await text(template)).toBe(wanted));

  test("each item of a list is one line, also an empty one", async () => {
    expect(await text("{{name}}", [{ name: "a" }, {}, { name: "b" }])).toBe("a\n\nb\n");
    expect(await text("{{item}}", ["a", 1, true])).toBe("a\n1\ntrue\n");
    expect(await text("{{item}}", [])).toBe("");
    expect(await text("{{item}}", null)).toBe("");
  });

  test("several values are like a list of all of them", async () => {
    const template = await compiled("{{item}}");
    expect((await template.text(["a", "b"], null, "c")).ansi).toBe("a\nb\nc\n");
  });

  test("control characters are shown at a terminal", async () => {
    expect(await text("{{note}}\t{{note | raw}}", record)).toBe("<b>&␛[31m\t<b>&␛[31m\n");
  });

  test("inherited members are no fields", async () => {
    expect(await text("<{{constructor}}{{viewport.constructor}}{{__proto__.x}}>")).toBe("<>\n");
  });
});

test.each([
  ["{{ x", /not closed/],
  ["{% if x %}", /not closed/],
  ["{{ x | nofilter }}", /undefined filter: nofilter/],
  ["{% include 'a' %}", /tag "include" not found/],
  ["{% render 'a' %}", /tag "render" not found/],
  ["{% layout 'a' %}", /tag "layout" not found/],
  ["{{range .tags}}x{{end}}", /"range" is of Go templates/],
  ["{{#each tags}}", /invalid value expression/],
  ["x".repeat(1_048_577), /longer than 1048576 characters/],
  ["{% for i in (1..900000000) %}{{i}}{% endfor %}", /makes more than 20000000 characters and list members/],
])("%s is refused", async (template, message) => {
  await expect(text(template)).rejects.toThrow(message);
  await expect(text(template)).rejects.toMatchObject({ exit: "usage" });
});

describe("missing fields", () => {
  test.each([
    ["{{sesion_id}} {{viewport.widht}} {{sesion_id}}", ["sesion_id", "viewport.widht"]],
    ["{% if nope %}{% endif %}{% for x in tagz %}{{x.y}}{% endfor %}", ["nope", "tagz"]],
    ["{{session_id.size}} {{tags.first}} {{tags[0]}} {{name}} {{item.session_id}}", []],
    ["{% assign own = 1 %}{{own}}", []],
  ])("%s", async (template, wanted) => expect((await compiled(template)).missing(record)).toEqual(wanted));

  test("one that some item has is not missing; an empty list misses nothing", async () => {
    const template = await compiled("{{a}}");
    expect(template.missing([{ b: 1 }, { a: 1 }])).toEqual([]);
    expect(template.missing([])).toEqual([]);
    expect(template.missing(["text"])).toEqual(["a"]);
  });
});

test("typed escapes are a newline, a tab and a backslash; others stay", () => {
  expect(typedTemplate(String.raw`a\tb\nc\\n\d`)).toBe("a\tb\nc\\n\\d");
});

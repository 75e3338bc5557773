import { beforeEach, describe, expect, test } from "vitest";
import { replSite } from "../../support/service/repl-site.ts";
import type { Answer } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const site = replSite((request, response) => {
  if (request.url === "/framed")
    return void response.end(`<title>Framed</title><iframe src="${site.otherOrigin}/inner"></iframe>`);
  response.end(`<title>Shop ${request.url}</title>`);
});
beforeEach(async () => {
  for (const { id } of (await api("GET", "custom-tools")).body.tools) await api("DELETE", `custom-tools/${id}`);
  await site.repl.run(`await gotoUrl("${site.origin}/start"); await waitForLoad()`);
});

interface Listed {
  tool_ref: string;
  tool: { name: string };
  source: { page_url: string; target_id?: string; custom?: { id: string; namespace: string } };
}

const api = (method: string, path: string, json?: unknown): Promise<Answer> =>
  site.service.api(method, `/browsers/${site.id}/webmcp/${path}`, json === undefined ? {} : { json });
const add = (source: string, namespace = "shop", more: object = {}): Promise<Answer> =>
  api("POST", "custom-tools", { namespace, source, ...more });
const list = async (query = ""): Promise<Listed[]> => (await api("GET", `tools${query}`)).body.tools;
const call = async (name: string, input: object = {}, timeout_sec = 20): Promise<Answer> => {
  const { tool_ref } = await until(async () => (await list()).find(({ tool }) => tool.name === name));
  return api("POST", "invoke", { tool_ref, input, timeout_sec });
};
/** Source of one tool. */
const tool = (execute: string, more = "", kind = "cdp", patterns = `["${site.origin}/*"]`, name = "say"): string =>
  `[{ kind: "${kind}", match: { url_patterns: ${patterns} }, execute: ${execute},
     tool: { name: "${name}", description: "Say it", inputSchema: { type: "object" } ${more} } }]`;

test("a tool is added, listed in pages whose address it names, called, and removed", async () => {
  const added = await add(tool("async ({ word }) => ({ said: word, title: await js('document.title') })"));
  expect(added).toMatchObject({ status: 201, body: { tools: [{ id: expect.stringMatching(/^ct_[0-9a-f]{24}$/) }] } });
  const [record] = added.body.tools;
  expect(record).toEqual({
    id: record.id,
    namespace: "shop",
    kind: "cdp",
    match: { url_patterns: [`${site.origin}/*`] },
    tool: { name: "say", description: "Say it", inputSchema: { type: "object" } },
  });
  expect((await api("GET", "custom-tools")).body).toEqual({ tools: [record] });
  const [offered] = await list();
  expect(offered?.source).toMatchObject({
    page_url: `${site.origin}/start`,
    custom: { id: record.id, namespace: "shop" },
  });
  expect(await list("?exclude_custom=true")).toEqual([]);
  expect((await call("say", { word: "hi" })).body).toEqual({
    invocation_id: expect.stringMatching(/^[0-9A-F]{32}$/),
    status: "completed",
    output: { said: "hi", title: "Shop /start" },
  });
  expect((await api("DELETE", `custom-tools/${record.id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(await api("DELETE", `custom-tools/${record.id}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect((await api("POST", "invoke", { tool_ref: offered?.tool_ref, input: {} })).body.code).toBe("tool_not_found");
});

test("a tool of the kind page runs in the page, and sees nothing of the REPL", async () => {
  await add(tool("async ({ part }) => location.pathname + part + typeof gotoUrl", "", "page"));
  expect((await call("say", { part: "?" })).body).toMatchObject({ status: "completed", output: "/start?undefined" });
  await add(
    tool("execute() { throw new TypeError('no ' + document.title) }", "", "page").replace(
      "execute: execute",
      "execute",
    ),
    "other",
  );
  expect((await call("say")).body).toMatchObject({ status: "completed" });
  await add(
    tool(
      "execute() { throw new TypeError('no ' + document.title) }",
      "",
      "page",
      `["${site.origin}/*"]`,
      "fail",
    ).replace("execute: execute", "execute"),
    "own",
  );
  expect((await call("fail")).body).toMatchObject({ status: "error", error_text: "TypeError: no Shop /start" });
});

test("a page whose frame matches offers the tool once, and the function knows the frame", async () => {
  await add(
    tool(
      "async (_, { matches }) => matches.map(({ url, target_id, session_id }) => [url, target_id !== null, typeof session_id])",
      "",
      "cdp",
      `["*/inner", "*/inner*"]`,
    ),
  );
  expect(await list()).toEqual([]);
  await site.repl.run(`await gotoUrl("${site.origin}/framed"); await waitForLoad()`);
  expect((await call("say")).body.output).toEqual([[`${site.otherOrigin}/inner`, true, "string"]]);
  expect(await list()).toHaveLength(1);
});

test("a call goes on when its function leaves the page", async () => {
  await add(
    tool(
      `async (_, { matches }) => { await gotoUrl("${site.origin}/next"); await waitForLoad(); return js("document.title", { targetId: matches[0].top_target_id }) }`,
    ),
  );
  expect((await call("say")).body.output).toBe("Shop /next");
});

test("functions share the variables of the REPL, and a tool can be called by its code", async () => {
  await site.repl.run("let count = 0");
  await add(tool("() => ++count"));
  await call("say");
  const code = `await (async () => { const [{ tool_ref }] = await webmcp.listTools(); return webmcp.invokeTool(tool_ref) })()`;
  expect(await site.repl.value(code)).toMatchObject({ status: "completed", output: 2 });
  expect(await site.repl.value("count")).toBe(2);
});

test("code of the REPL adds, lists and removes tools", async () => {
  const source = tool("() => 'from code'");
  await site.repl.run(`globalThis.added = await webmcp.addCustomTools({ namespace: "code", tools: ${source} })`);
  expect(await site.repl.value("(await webmcp.listCustomTools())[0].id === added[0].id")).toBe(true);
  expect((await call("say")).body.output).toBe("from code");
  expect(await site.repl.error(`await webmcp.addCustomTools({ namespace: "code", tools: ${source} })`)).toContain(
    'code has a tool "say"; remove it, or replace the namespace',
  );
  expect(await site.repl.value("await webmcp.removeCustomTool(added[0].id)")).toBe(true);
  expect(await site.repl.value("await webmcp.removeCustomTool(added[0].id)")).toBe(false);
  expect(
    await site.repl.value(
      `await webmcp.invokeTool("0".repeat(32)).catch((error) => [error.name, error.statusCode, error.code])`,
    ),
  ).toEqual(["WebMCPRequestError", 404, "tool_not_found"]);
});

test("a name that the namespace has is 409, unless the namespace is replaced", async () => {
  const { body } = await add(tool("() => 1"));
  expect(await add(tool("() => 2"))).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await add(tool("() => 3"), "other")).status).toBe(201);
  const replaced = await add(tool("() => 4"), "shop", { force_overwrite_namespace: true });
  expect(replaced.body.tools[0].id).not.toBe(body.tools[0].id);
  expect((await api("GET", "custom-tools")).body.tools).toHaveLength(2);
});

/** Source of one tool for pages of another website. */
const elsewhere = (
  execute: string,
  more = "",
  kind = "cdp",
  patterns = '["https://shop.example.com/*"]',
  name = "say",
) => tool(execute, more, kind, patterns, name);

test.each([
  ["[", "SyntaxError"],
  ["(() => { throw new Error('my fault') })()", "Error: my fault"],
  ["[]", "the source must be an array of one or more { kind, match, tool, execute }"],
  ["[1]", "[0]: must be an object"],
  [elsewhere("() => 1", "", "native"), '[0].kind: must be "page" or "cdp"'],
  [elsewhere("'text'"), "[0].execute: must be a function"],
  [elsewhere("() => 1", "", "cdp", "[]"), "[0].match.url_patterns: must be 1 to 100 texts"],
  [elsewhere("() => 1", "", "cdp", '["*"]', "two words"), "[0].tool.name: must be 1 to 128 letters"],
  [elsewhere("() => 1").replace("Say it", ""), "[0].tool.description: must be a text"],
  [elsewhere("() => 1", ", title: 1"), "[0].tool.title: must be a text"],
  [elsewhere("() => 1", ", annotations: { safe: true }"), "[0].tool.annotations.safe: is unknown"],
  [
    elsewhere("() => 1", ", annotations: { readOnlyHint: 1 }"),
    "[0].tool.annotations.readOnlyHint: must be true or false",
  ],
  [
    elsewhere("() => 1", ", outputSchema: { type: 'string' }"),
    '[0].tool.outputSchema: must be a JSON Schema of the type "object"',
  ],
  [`[...${elsewhere("() => 1")}, ...${elsewhere("() => 2")}]`, 'two tools are called "say"'],
  [
    "Array.from({ length: 1001 }, (_, n) => ({ ...(" +
      elsewhere("() => 1") +
      ")[0], tool: { name: 'n' + n, description: 'x', inputSchema: { type: 'object' } } }))",
    "at most 1000 custom tools",
  ],
])("a source that is not valid adds nothing: %#", async (source, reason) => {
  const answer = await add(source);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(JSON.stringify(reason).slice(1, -1));
  expect((await api("GET", "custom-tools")).body.tools).toEqual([]);
});

describe("a function that misbehaves", () => {
  test.each([
    ["() => { throw new RangeError('too far') }", "", { status: "error", error_text: "RangeError: too far" }],
    ["() => 'x'.repeat(300_000)", "", { status: "error", error_text: expect.stringContaining("at most 245760") }],
    [
      "() => 'text'",
      ", outputSchema: { type: 'object' }",
      { status: "error", error_text: expect.stringContaining("outputSchema") },
    ],
    [
      "() => { const a = {}; a.a = a; return a }",
      "",
      { status: "error", error_text: expect.stringContaining("circular") },
    ],
    ["() => undefined", "", { status: "completed" }],
  ])("%s", async (execute, more, expected) => {
    await add(tool(execute, more));
    const { invocation_id: _, ...rest } = (await call("say")).body;
    expect(rest).toEqual(expected);
  });

  test("an input that its schema does not allow does not reach it", async () => {
    await add(tool("() => 1").replace('{ type: "object" }', '{ type: "object", required: ["word"] }'));
    expect((await call("say")).body).toMatchObject({
      status: "error",
      error_text: expect.stringContaining("inputSchema"),
    });
  });

  test("its outcome is not known after its time", async () => {
    await add(tool("() => new Promise(() => {})"));
    expect(await call("say", {}, 1)).toMatchObject({ status: 504, body: { code: "outcome_unknown" } });
  });

  test("its outcome is not known when it ends the REPL, and its tools end", async () => {
    await add(tool("() => process.exit(3)"));
    expect(await call("say")).toMatchObject({ status: 504, body: { code: "outcome_unknown" } });
    expect((await api("GET", "custom-tools")).body.tools).toEqual([]);
  });

  test("its outcome is not known when its page goes away", async () => {
    await add(tool("() => new Promise(() => { location.href = '/next' })", "", "page"));
    expect(await call("say")).toMatchObject({ status: 504, body: { code: "outcome_unknown" } });
  });

  test("a call that code does not wait for ends with the code", async () => {
    await add(tool("() => new Promise(() => {})"));
    const { success } = await site.repl.evaluate(
      "const [{ tool_ref }] = await webmcp.listTools(); globalThis.late = webmcp.invokeTool(tool_ref).catch((error) => error.code); 0",
    );
    expect(success).toBe(true);
    expect(await site.repl.value("await late")).toBe("outcome_unknown");
  });
});

test("a reset removes all tools", async () => {
  await add(tool("() => 1"));
  await site.repl.evaluate("", { reset: true });
  expect((await api("GET", "custom-tools")).body.tools).toEqual([]);
});

test("a value that is too large is not passed on from a page either", async () => {
  await add(tool("() => 'x'.repeat(9_000_000)", "", "page"));
  expect((await call("say")).body).toMatchObject({ status: "error", error_text: expect.stringContaining("9000002") });
});

test("definitions past the limit of a list are left out, and cannot be called", async () => {
  const long = (name: string): string =>
    tool("() => 1", "", "cdp", undefined, name).replace("Say it", "x".repeat(2_500_000));
  await add(long("first"));
  await add(long("second"), "other");
  expect((await list()).map((each) => each.tool.name)).toEqual(["first"]);
  expect((await api("GET", "custom-tools")).body.tools).toHaveLength(2);
});

test("a pattern that is too long is refused", async () => {
  expect(await add(tool("() => 1", "", "cdp", `["${"a*".repeat(2_000)}"]`))).toMatchObject({
    status: 400,
    body: { details: [{ message: expect.stringContaining("2048") }] },
  });
});

import { expect, expectTypeOf, test } from "vitest";
import type { BodyOf, Check, Run } from "../../src/cli/declare/body.ts";
import { checked } from "../../src/cli/declare/checked.ts";
import { command, table } from "../../src/cli/declare/command.ts";
import type { Browser } from "../../src/generated/types.ts";

const words = "browsers curl";
const operation = "browsers.curl";
const examples = [{ line: "browsers curl s1 /", does: "Send" }];

/** A command with every kind of input. */
const curl = command({
  words: "browsers curl",
  effects: "none",
  operation: "browsers.curl",
  args: { id: { summary: "Session" }, url: { summary: "Target", field: ["body", "url"] } },
  filled: ["method"],
  flags: {
    failWithBody: { kind: "boolean", summary: "Fail" },
    header: { kind: "string", repeat: true, summary: "Header" },
    mode: { kind: "enum", choices: ["fast", "slow"], summary: "Mode" },
    size: { kind: "integer", summary: "Size", required: true },
  },
  columns: [{ path: "status" }, { path: "headers.accept" }],
  done: "Sent to {url} of {id}.",
  examples,
});

test("the keys of flags become their names, and those of arguments their words", () => {
  expect(curl.flags?.map(({ name }) => name)).toEqual(["fail-with-body", "header", "mode", "size"]);
  expect(curl.args).toMatchObject([
    { name: "id", required: true },
    { name: "url", required: true, field: ["body", "url"] },
  ]);
});

// Checked by the type check: a function gets flags, arguments and the request by their types.
type Body = BodyOf<typeof curl>;
expectTypeOf<Body["flags"]["failWithBody"]>().toEqualTypeOf<boolean | undefined>();
expectTypeOf<Body["flags"]["header"]>().toEqualTypeOf<readonly string[] | undefined>();
expectTypeOf<Body["flags"]["mode"]>().toEqualTypeOf<"fast" | "slow" | undefined>();
expectTypeOf<Body["flags"]["size"]>().toEqualTypeOf<number>();
expectTypeOf<Body["args"]>().toEqualTypeOf<{ readonly id: string; readonly url: string }>();
expectTypeOf<Body["request"]["params"]>().toEqualTypeOf<{ id: string }>();
expectTypeOf<Body["request"]["body"]["url"]>().toEqualTypeOf<string>();
expectTypeOf<Body["request"]["query"]>().toEqualTypeOf<undefined>();
expectTypeOf<Body>().not.toHaveProperty("io");

test("arguments are the path parameters where none are declared, and may be optional or repeated", () => {
  const get = command({ words: "browsers get", effects: "none", operation: "browsers.get", examples });
  expectTypeOf<BodyOf<typeof get>["args"]>().toEqualTypeOf<{ readonly id_or_name: string }>();
  const own = command({
    words: "own",
    effects: "none",
    args: { name: { summary: "Name", required: false }, file: { word: "dir|zip", summary: "File", repeat: true } },
    terminal: true,
    examples,
  });
  type Own = BodyOf<typeof own>;
  expectTypeOf<Own["args"]>().toEqualTypeOf<{ readonly name: string | undefined; readonly file: readonly string[] }>();
  expectTypeOf<Own>().toHaveProperty("io");
  expect(own.args).toMatchObject([
    { name: "name", required: false },
    { name: "dir|zip", repeat: true },
  ]);
});

test("an error in a declaration is reported at its place", () => {
  // @ts-expect-error no operation of that name
  command({ words, operation: "browsers.crul", examples });
  // @ts-expect-error no member of a flag
  command({ words, operation, examples, flags: { head: { kind: "boolean", summary: "Head", shrot: "I" } } });
  // @ts-expect-error no kind of flag
  command({ words, operation, examples, flags: { head: { kind: "bool", summary: "Head" } } });
  // @ts-expect-error no member of an argument
  command({ words, operation, examples, args: { id: { summary: "Id", repaet: true } } });
  // @ts-expect-error no field of the body
  command({ words, operation, examples, args: { id: { summary: "Id", field: ["body", "ulr"] } } });
  // @ts-expect-error no part of the request
  command({ words, operation, examples, flags: { x: { kind: "text", summary: "X", field: ["query", "x"] } } });
  // @ts-expect-error no field of the body
  command({ words, operation, examples, filled: ["metod"] });
  // @ts-expect-error no field of the operation
  command({ words, operation, examples, fields: { metod: false } });
  // @ts-expect-error no path of the result
  command({ words, operation, examples, columns: [{ path: "stauts" }] });
  // @ts-expect-error no path of the result
  command({ words, operation, examples, idField: "id" });
  // @ts-expect-error no argument or field
  command({ words, operation, examples, done: "Sent to {ulr}." });
  // @ts-expect-error no argument or field, after one that is known
  command({ words, operation, examples, done: "Sent {id} to {ulr}." });
  // @ts-expect-error no field of the body
  command({ words, operation, examples, rules: async () => (body) => [{ path: body.ulr, message: "is wrong" }] });
  // @ts-expect-error a question has one place
  command({ words, operation, examples, question: { about: "browsers.get", text: "Send to {url}?" } });
  // @ts-expect-error no operation of that name
  command({ words, operation, examples, question: { about: "browsers.gte", text: "Send {thing}?" } });
  // @ts-expect-error no path of the row
  table<Browser>([{ path: "viewport.widht" }]);
  expect(table<Browser>([{ path: "viewport.width" }])).toHaveLength(1);
});

test("an error in a command's function is reported at its place", () => {
  const saved = { out: "-", binary: false, what: "file" };
  const run: Run<typeof curl> = async ({ call, callEach, stream, save, request, flags, args, value, done }) => {
    // @ts-expect-error no flag of that name
    void flags.failWithBdoy;
    // @ts-expect-error no argument of that name
    void args.ulr;
    // @ts-expect-error no field of the body
    void request.body.ulr;
    // @ts-expect-error a required field is missing
    await call("browsers.curl", { params: request.params, body: {} });
    // @ts-expect-error the path parameters are missing
    await call("browsers.get");
    // @ts-expect-error an operation that answers a stream
    await call("process.output", { params: { id: "a", process_id: "b" } });
    // @ts-expect-error an operation that takes a form
    await call("extensions.upload", {});
    // @ts-expect-error an operation that answers JSON
    stream("browsers.get", { params: { id_or_name: "a" } });
    // @ts-expect-error an operation that answers JSON
    await save("browsers.get", { params: { id_or_name: "a" } }, saved);
    // @ts-expect-error another parameter
    callEach("browsers.delete", [{ params: { id: "a" } }]);
    // @ts-expect-error no row of this command
    value({ session_id: "s1" });
    await call("auth.context");
    const { status } = await call("browsers.curl", request);
    expectTypeOf(status).toEqualTypeOf<number>();
    expectTypeOf(await call("browsers.delete", { params: { id_or_name: "a" } })).toEqualTypeOf<undefined>();
    return done("Sent.", {});
  };
  expectTypeOf(run).returns.resolves.not.toEqualTypeOf<{ kind: "value"; value: unknown }>();
  // @ts-expect-error a result that no helper made
  const bare: Run<typeof curl> = async () => ({ kind: "exit", exitNumber: 0 });
  expect(bare).toBeTypeOf("function");
});

test("an input check gets the words and cannot make calls", () => {
  const check: Check<typeof curl> = (input) => {
    expectTypeOf(input).not.toHaveProperty("call");
    return input.flags.size > 0 ? [] : [{ path: "--size", message: "must be more than 0" }];
  };
  expect(check).toBeTypeOf("function");
});

test("a module that does not fit its declaration is an error where the command is listed", () => {
  const other = command({
    words: "other",
    effects: "none",
    flags: { deep: { kind: "boolean", summary: "Deep" } },
    examples,
  });
  const run: Run<typeof other> = async ({ done }) => done("Done.", {});
  const fits = command({
    words: "other",
    effects: "none",
    flags: { deep: { kind: "boolean", summary: "Deep" } },
    examples,
    run: async () => ({ run }),
  });
  expect(checked(fits)).toBe(fits);
  const strange = command({
    words: "strange",
    effects: "none",
    flags: { wide: { kind: "integer", summary: "Width" } },
    examples,
    run: async () => ({ run }),
  });
  // @ts-expect-error the function is that of another command
  checked(strange);
  const empty = command({ words: "empty", effects: "none", examples, run: async () => ({ rnu: run }) });
  // @ts-expect-error a module without a function
  checked(empty);
});

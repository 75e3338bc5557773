import Type from "typebox";
import { expect, expectTypeOf, test } from "vitest";
import { type OperationById, type OperationId, operations } from "../../src/contract/index.ts";
import type { BodyOf, OperationSpec, ParamsOf, QueryOf, ResultOf } from "../../src/contract/operation.ts";
import { typesModule } from "../../src/generate/types.ts";
import type { Operations } from "../../src/generated/types.ts";

type Result<Id extends OperationId> = ResultOf<OperationById<Id>>;
type Body<Id extends OperationId> = BodyOf<OperationById<Id>>;

const list = (id: string, item: ReturnType<typeof Type.Object>): OperationSpec => ({
  id,
  area: "browsers",
  method: "GET",
  path: "/things",
  summary: "List things",
  source: "spec 4.4",
  response: { kind: "json", status: 200, schema: Type.Array(item) },
  errors: [],
  idempotent: true,
  example: { result: [] },
});

// Checked by the type check: the generated types are those of the schemas. Request fields may be undefined, and sets of
// values in answers are open.
expectTypeOf<keyof Operations>().toEqualTypeOf<OperationId>();
expectTypeOf<Result<"browsers.get">>().toExtend<Operations["browsers.get"]["result"]>();
expectTypeOf<Operations["browsers.curl"]["result"]>().branded.toEqualTypeOf<Result<"browsers.curl">>();
expectTypeOf<Operations["process.exec"]["result"]>().branded.toEqualTypeOf<Result<"process.exec">>();
expectTypeOf<Operations["fs.listFiles"]["result"]>().branded.toEqualTypeOf<Result<"fs.listFiles">>();
expectTypeOf<Operations["profiles.list"]["result"]>().branded.toEqualTypeOf<Result<"profiles.list">>();
expectTypeOf<Result<"deployments.get">>().toExtend<Operations["deployments.get"]["result"]>();
expectTypeOf<Result<"invocations.create">>().toExtend<Operations["invocations.create"]["result"]>();
expectTypeOf<Result<"auth.context">>().toExtend<Operations["auth.context"]["result"]>();
expectTypeOf<Body<"browsers.create">>().toExtend<Operations["browsers.create"]["body"]>();
expectTypeOf<Body<"computer.batch">>().toExtend<Operations["computer.batch"]["body"]>();
expectTypeOf<QueryOf<OperationById<"browsers.list">>>().toExtend<Operations["browsers.list"]["query"]>();
expectTypeOf<Operations["process.kill"]["params"]>().branded.toEqualTypeOf<ParamsOf<OperationById<"process.kill">>>();
expectTypeOf<{ url: string; method: undefined }>().toExtend<Operations["browsers.curl"]["body"]>();
expectTypeOf<{ method: "GET" }>().not.toExtend<Operations["browsers.curl"]["body"]>();

test("a schema with an $id is one type, wherever it stands", () => {
  const thing = Type.Object({ id: Type.String({ description: "Its id */ of all" }) }, { $id: "Thing" });
  const text = typesModule(JSON.parse(JSON.stringify([list("a.list", thing), list("b.list", thing)])));
  expect(text.match(/export interface Thing /g)).toHaveLength(1);
  expect(text).toContain("export type AListResult = Thing[];");
  expect(text).toContain("/** Its id *\\/ of all */");
});

test("two schemas with one $id and different content are an error that names it", () => {
  const one = Type.Object({ id: Type.String() }, { $id: "Thing" });
  const other = Type.Object({ id: Type.Integer() }, { $id: "Thing" });
  expect(() => typesModule(JSON.parse(JSON.stringify([list("a.list", one), list("b.list", other)])))).toThrow(
    'two schemas of the contract have the $id "Thing" and differ',
  );
});

test("an $id that is the name of another type is an error", () => {
  const thing = Type.Object({ id: Type.String() }, { $id: "AListResult" });
  expect(() => typesModule(JSON.parse(JSON.stringify([list("a.list", thing)])))).toThrow("AListResult");
});

test("done marks every answer that only says whether it was done", () => {
  const saysOk = (operations as readonly OperationSpec[]).filter(({ response }) => {
    const properties = response.kind === "json" ? (response.schema as { properties?: object }).properties : undefined;
    return Object.keys(properties ?? {}).join() === "ok";
  });
  expect(saysOk.map(({ id }) => id)).toEqual(["computer.cursor", "process.kill", "process.resize"]);
  for (const { id, response } of saysOk) expect(response, id).toMatchObject({ done: true });
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats";
import { errorCodesOf } from "../contract/errors.ts";
import { operations } from "../contract/index.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { type Part, type PlainOperation, validatorName } from "../contract/plain.ts";
import { commands } from "./all-commands.ts";
import { answerSchema, eventSchema } from "./answer-schema.ts";
import { appTemplatesModule } from "./app-templates.ts";
import { commandHeadsModule } from "./command-heads.ts";
import { completionSourcesModule } from "./completions/sources.ts";
import { deprecationsModule } from "./deprecations.ts";
import { exampleProblems } from "./example-problems.ts";
import { localSupportModule, supportProblems } from "./local-support.ts";
import { openApiDocument } from "./openapi.ts";
import { root } from "./paths.ts";
import { replaceDirectory } from "./replace-directory.ts";
import { typesModule } from "./types.ts";

const notice = "// Written by `npm run generate` from src/contract. Do not edit.\n";

/**
 * Writes the declarations as plain data, and a validator for each part of each request: compiled by Ajv in advance, so
 * that neither client nor service loads TypeBox or a schema compiler at start. There is a file for each operation, for
 * commands, and one for each area, for the service.
 */
export async function generateContract(out = join(root, "src/generated")): Promise<void> {
  await replaceDirectory(out, generateInto);
}

async function generateInto(out: string): Promise<void> {
  const specs = JSON.parse(JSON.stringify(operations)) as OperationSpec[];
  const problems = [...supportProblems(specs), ...exampleProblems(specs)];
  if (problems.length > 0) throw new Error(`mistakes in src/contract:\n${problems.join("\n")}`);
  const areas = [...new Set(specs.map((spec) => spec.area))];
  for (const directory of ["operations", "areas", "validators"]) await mkdir(join(out, directory), { recursive: true });
  const write = (path: string, text: string): Promise<void> => writeFile(join(out, path), notice + text);
  for (const spec of specs) {
    const { local, example: _example, source: _source, assumed: _assumed, ...shared } = spec;
    const { response } = spec;
    const schema =
      response.kind === "json"
        ? answerSchema(response.schema)
        : response.kind === "sse"
          ? eventSchema(response.schema)
          : undefined;
    const plain = {
      ...shared,
      response: { ...response, schema },
      errors: errorCodesOf(spec),
      ...(local?.unserved !== undefined && { hostedOnly: true }),
    };
    await write(
      `operations/${spec.id}.ts`,
      `import type { PlainOperation } from "../../contract/plain.ts";\n\nexport const operation: PlainOperation = ${literal(plain)};\n`,
    );
    await write(`validators/${spec.id}.js`, validators(spec));
    await write(
      `validators/${spec.id}.d.ts`,
      `import type { Part, Validate } from "../../contract/plain.ts";\n\nexport declare const validators: Readonly<Partial<Record<Part, Validate>>>;\n`,
    );
  }
  for (const area of areas) await write(`areas/${area}.ts`, gathered(specs.filter((spec) => spec.area === area)));
  await write("index.ts", index(specs, areas));
  await write("operation-heads.ts", operationHeads(specs));
  await write("commands.ts", await commandHeadsModule());
  await write("record-sources.ts", completionSourcesModule(specs as unknown as readonly PlainOperation[], commands));
  await write("local-support.ts", localSupportModule(specs));
  await write("deprecations.ts", deprecationsModule(specs));
  await write("types.ts", typesModule(specs));
  await writeFile(join(out, "app-templates.ts"), await appTemplatesModule());
  await writeFile(join(out, "openapi.json"), `${JSON.stringify(openApiDocument(specs), null, 2)}\n`);
}

/** JSON as an object literal, which the bundler can drop where it is unused; `JSON.parse` is no faster at this size. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Module with the operations of an area and their validators by name. */
function gathered(specs: readonly OperationSpec[]): string {
  const imports = specs.flatMap((spec, at) => [
    `import { operation as operation${at} } from "../operations/${spec.id}.ts";`,
    ...(partsOf(spec).length > 0
      ? [`import { validators as validators${at} } from "../validators/${spec.id}.js";`]
      : []),
  ]);
  const named = specs.flatMap((spec, at) =>
    partsOf(spec).map((part) => `  ${validatorName(spec.id, part)}: validators${at}.${part} as Validate,`),
  );
  return `import type { PlainOperation, Validate } from "../../contract/plain.ts";
${imports.join("\n")}

export const operations: Readonly<Record<string, PlainOperation>> = {
${specs.map(({ id }, at) => `  ${JSON.stringify(id)}: operation${at},`).join("\n")}
};

export const validators: Readonly<Record<string, Validate>> = {
${named.join("\n")}
};
`;
}

function partsOf(spec: OperationSpec): Part[] {
  return (["params", "query", "body"] as const).filter((part) => spec[part]);
}

/** Module with the fields of every operation that routing needs. */
function operationHeads(specs: readonly OperationSpec[]): string {
  const entries = Object.fromEntries(
    specs.map(({ id, area, method, path, summary, deprecated, localOnly }) => [
      id,
      { area, method, path, summary, ...(deprecated && { deprecated: true }), ...(localOnly && { localOnly }) },
    ]),
  );
  return `import type { Area, OperationId } from "../contract/index.ts";
import type { Method } from "../contract/operation.ts";

export interface OperationHead {
  readonly area: Area;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly localOnly?: boolean;
}

/** Fields of every operation that routing needs. */
export const operationHeads: Readonly<Record<OperationId, OperationHead>> = ${literal(entries)};
`;
}

/** Module that loads operations and their validators, one by one or by area. */
function index(specs: readonly OperationSpec[], areas: readonly string[]): string {
  const loaders = (names: readonly string[], directory: string, ending: string): string =>
    names.map((name) => `  ${JSON.stringify(name)}: () => import("./${directory}/${name}.${ending}"),`).join("\n");
  const ids = specs.map((spec) => spec.id);
  return `import type { OperationId } from "../contract/index.ts";
import type { Part, PlainOperation, Validate } from "../contract/plain.ts";

type Loaders<Module> = Readonly<Record<OperationId, () => Promise<Module>>>;

export const operationLoaders: Loaders<{ operation: PlainOperation }> = {
${loaders(ids, "operations", "ts")}
};

export const operationValidators: Loaders<{ validators: Readonly<Partial<Record<Part, Validate>>> }> = {
${loaders(ids, "validators", "js")}
};

/** Every operation of an area with its validators, for the service. */
export const areaLoaders = {
${loaders(areas, "areas", "ts")}
};

/** Validators of an area, in the same modules. */
export const validatorLoaders = areaLoaders;
`;
}

/**
 * ES module with a validator for each part of an operation. Types are coerced in queries, paths and forms, which are
 * text.
 */
function validators(spec: OperationSpec): string {
  const parts = partsOf(spec);
  const code = ([false, true] as const).flatMap((coerceTypes) => {
    const own = parts.filter((part) => (part !== "body" || spec.bodyKind === "multipart") === coerceTypes);
    if (own.length === 0) return [];
    const ajv = newAjv(coerceTypes);
    for (const part of own) ajv.addSchema(spec[part] as object, part);
    return [block(standalone.default(ajv, Object.fromEntries(own.map((part) => [part, part]))), own)];
  });
  const { imports, text } = importInsteadOfRequire(code.join("\n"));
  return `${imports}${text}\nexport const validators = { ${parts.join(", ")} };\n`;
}

/** Keywords of this project in schemas, which a validator has to know. */
export const schemaKeywords = [
  "x-secret",
  "x-deprecated",
  "x-headers",
  "x-expects",
  "x-items",
  "x-format",
  "x-file",
  "x-json",
  "x-max-bytes",
  "x-needs",
] as const;

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    coerceTypes,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary([...schemaKeywords]);
  formats.default(ajv);
  return ajv;
}

/** Wraps a generated module in a function: two of them use the same local names. */
function block(code: string, names: readonly string[]): string {
  const body = code.replace(/^"use strict";/, "").replace(/^export const (\w+) = (\w+);$/gm, "const $1 = $2;");
  return `const { ${names.join(", ")} } = (() => {\n${body}\nreturn { ${names.join(", ")} };\n})();`;
}

/** Replaces the `require` calls that Ajv writes for its run-time helpers, in ES modules too. */
function importInsteadOfRequire(code: string): { imports: string; text: string } {
  const modules = new Map<string, string>();
  const text = code.replace(/require\("([^"]+)"\)/g, (_, name: string) => {
    const local = modules.get(name) ?? `runtime${modules.size}`;
    modules.set(name, local);
    return local;
  });
  // Some CommonJS loaders already unwrap the default export, and the generated code unwraps it again.
  const imports = [...modules]
    .map(
      ([name, local]) =>
        `import ${local}Module from "${name}.js";\nconst ${local} = "default" in ${local}Module ? ${local}Module : { ...${local}Module, default: ${local}Module };\n`,
    )
    .join("");
  return { imports, text };
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import formats from "ajv-formats";
import { operations } from "../contract/index.ts";
import type { Area, OperationSpec } from "../contract/operation.ts";
import { type Part, validatorName } from "../contract/plain.ts";
import { openApiDocument } from "./openapi.ts";
import { root } from "./paths.ts";

const notice = "// Written by `npm run generate` from src/contract. Do not edit.\n";

/**
 * Writes the declarations as plain data, and a validator for each part of each request: Ajv compiled ahead, so that
 * neither the client nor the service pays for TypeBox or a schema compiler when it starts.
 */
export async function generateContract(out = join(root, "src/generated")): Promise<void> {
  const specs = JSON.parse(JSON.stringify(operations)) as OperationSpec[];
  const areas = [...new Set(specs.map((spec) => spec.area))];
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "areas"), { recursive: true });
  await mkdir(join(out, "validators"), { recursive: true });
  for (const area of areas) {
    const own = specs.filter((spec) => spec.area === area);
    const plain = own.map((spec) => ({ ...spec, response: { ...spec.response, schema: undefined } }));
    await writeFile(
      join(out, "areas", `${area}.ts`),
      `${notice}import type { PlainOperation } from "../../contract/plain.ts";\n\nexport const operations: Readonly<Record<string, PlainOperation>> = ${literal(
        Object.fromEntries(plain.map((spec) => [spec.id, spec])),
      )};\n`,
    );
    await writeFile(join(out, "validators", `${area}.js`), notice + validators(own));
    await writeFile(
      join(out, "validators", `${area}.d.ts`),
      `${notice}import type { Validate } from "../../contract/plain.ts";\n\nexport declare const validators: Readonly<Record<string, Validate>>;\n`,
    );
  }
  await writeFile(join(out, "index.ts"), notice + index(specs, areas));
  await writeFile(join(out, "openapi.json"), `${JSON.stringify(openApiDocument(specs), null, 2)}\n`);
}

/** JSON as an object literal: `JSON.parse` of a string would be no faster at this size, and cannot be tree-shaken. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function index(specs: readonly OperationSpec[], areas: readonly Area[]): string {
  const entries = Object.fromEntries(
    specs.map(({ id, area, method, path, summary, deprecated, localOnly }) => [
      id,
      { area, method, path, summary, ...(deprecated && { deprecated: true }), ...(localOnly && { localOnly }) },
    ]),
  );
  const loaders = (folder: string, ending: string): string =>
    areas.map((area) => `  ${area}: () => import("./${folder}/${area}.${ending}"),`).join("\n");
  return `import type { OperationId } from "../contract/index.ts";
import type { Area, Method } from "../contract/operation.ts";

export interface OperationHead {
  readonly area: Area;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly localOnly?: boolean;
}

/** What help and routing need of every operation. */
export const operationHeads: Readonly<Record<OperationId, OperationHead>> = ${literal(entries)};

export const areaLoaders = {
${loaders("areas", "ts")}
};

export const validatorLoaders = {
${loaders("validators", "js")}
};
`;
}

/** One ES module with a validator for each part of each operation. Queries and paths are text: there types are coerced. */
function validators(specs: readonly OperationSpec[]): string {
  const exact = newAjv(false);
  const coercing = newAjv(true);
  const names: string[] = [];
  const code: string[] = [];
  for (const [ajv, parts] of [
    [exact, ["body"]],
    [coercing, ["params", "query"]],
  ] as const) {
    const refs: Record<string, string> = {};
    for (const spec of specs) {
      for (const part of parts as readonly Part[]) {
        const schema = spec[part];
        if (!schema) continue;
        const name = validatorName(spec.id, part);
        ajv.addSchema(schema, name);
        refs[name] = name;
        names.push(name);
      }
    }
    if (Object.keys(refs).length > 0) code.push(block(standalone.default(ajv, refs), Object.keys(refs)));
  }
  const { imports, text } = importInsteadOfRequire(code.join("\n"));
  return `${imports}${text}\nexport const validators = { ${names.join(", ")} };\n`;
}

function newAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    coerceTypes,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(["x-secret", "x-expects"]);
  formats.default(ajv);
  return ajv;
}

/** Two generated modules share their local names: each goes into a function of its own. */
function block(code: string, names: readonly string[]): string {
  const body = code.replace(/^"use strict";/, "").replace(/^export const (\w+) = (\w+);$/gm, "const $1 = $2;");
  return `const { ${names.join(", ")} } = (() => {\n${body}\nreturn { ${names.join(", ")} };\n})();`;
}

/** Ajv writes `require` for its run-time helpers, also in ES modules. */
function importInsteadOfRequire(code: string): { imports: string; text: string } {
  const modules = new Map<string, string>();
  const text = code.replace(/require\("([^"]+)"\)/g, (_, name: string) => {
    const local = modules.get(name) ?? `runtime${modules.size}`;
    modules.set(name, local);
    return local;
  });
  const imports = [...modules].map(([name, local]) => `import ${local} from "${name}.js";\n`).join("");
  return { imports, text };
}

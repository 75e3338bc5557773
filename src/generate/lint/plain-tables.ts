import { parseSync, Visitor } from "rolldown/utils";
import { sourceProblems } from "./source-problems.ts";

/** Areas whose tables are asked for names of the program's own declarations alone. */
const ownWords = /^src\/(?:conformance|generate)\//;

const byString = /\bRecord<(?:PropertyKey|string),/;

/** Look-up of a computed word in a plain object. */
export interface PlainLookup {
  readonly line: number;
  readonly table: string;
}

/**
 * Look-ups of computed words in the constants of a file that are objects by string. Such an object has `constructor` and
 * the other members of its prototype too, so that a word from outside finds a function where a fact is expected.
 */
export function plainLookups(path: string, text: string): PlainLookup[] {
  if (!byString.test(text)) return [];
  const { program } = parseSync(path, text);
  const tables = new Set<string>();
  for (const statement of program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      const { typeAnnotation: type } = id;
      if (id.type !== "Identifier" || init?.type !== "ObjectExpression" || !type) continue;
      if (byString.test(text.slice(type.start, type.end))) tables.add(id.name);
    }
  }
  const found: PlainLookup[] = [];
  new Visitor({
    MemberExpression({ computed, object, property, start }) {
      if (!computed || property.type === "Literal" || object.type !== "Identifier" || !tables.has(object.name)) return;
      found.push({ line: text.slice(0, start).split("\n").length, table: object.name });
    },
  }).visit(program);
  return found;
}

/** {@link plainLookups} of the project. */
export function projectTableProblems(): Promise<string[]> {
  return sourceProblems(
    (path) => !ownWords.test(path),
    (path, text) =>
      plainLookups(path, text).map(
        ({ line, table }) =>
          `${path}:${line} ${table} is a plain object, which has members such as constructor: use table of core`,
      ),
  );
}

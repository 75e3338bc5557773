import { builtinModules, createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { jsTokens } from "../../../core/js-tokens.ts";
import { helpOf } from "../../../repl-helpers/help.ts";
import type { ReplHelpers } from "../../../repl-helpers/repl-helpers.ts";
import type { ReplInput } from "./protocol.ts";
import { imageOf, type ReplOutput, shownValue } from "./repl-output.ts";

/**
 * Defines the names that code in a REPL finds, as Node's own REPL does.
 *
 * @param directory current directory of the code
 */
export function defineScope(
  { playwright, replId }: ReplInput,
  directory: string,
  output: ReplOutput,
  helpers: ReplHelpers,
): void {
  const base = pathToFileURL(join(directory, "repl.js"));
  const load = createRequire(base);
  // Patchright has Playwright's interface; a hosted service has both.
  const isPlaywright = (name: string): boolean => name === "playwright-core" || name === "patchright";
  const require = Object.assign((name: string): unknown => load(isPlaywright(name) ? playwright : name), load);
  const repl = Object.freeze({
    id: replId,
    write: (value: unknown): void => output.text("write", shownValue(value)),
    emitImage: async (input: unknown): Promise<void> => {
      const { bytes, mimeType } = await imageOf(input);
      output.image(mimeType, bytes);
    },
    help: (name?: unknown): string => {
      const help = helpOf(name);
      output.text("write", help);
      return help;
    },
  });
  define("repl", repl);
  for (const [name, value] of Object.entries(helpers.names)) define(name, value);
  define("require", require);
  const dynamicImport = async (specifier: unknown, options?: ImportCallOptions): Promise<unknown> =>
    await import(
      isPlaywright(String(specifier))
        ? pathToFileURL(join(playwright, "index.mjs")).href
        : addressOf(String(specifier), base, load),
      options
    );
  Object.defineProperty(globalThis, IMPORT_FUNCTION, { value: dynamicImport });
  for (const name of builtinModules) {
    if (/[/_:]/.test(name) || name in globalThis) continue;
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => load(name) as unknown,
      set: (value: unknown) => define(name, value),
    });
  }
}

/** Defines a global name that the code may declare again. */
export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Address of a module as seen from the current directory, not from the program that imports it. */
function addressOf(specifier: string, base: URL, load: NodeJS.Require): string {
  if (/^\.{0,2}\//.test(specifier)) return new URL(specifier, base).href;
  if (URL.canParse(specifier)) return specifier;
  try {
    const found = load.resolve(specifier);
    return found.startsWith("/") ? pathToFileURL(found).href : found;
  } catch {
    return specifier;
  }
}

/** Makes Playwright's objects show as one line, such as `Page('https://example.com/')`, in place of their inner state. */
export function shortenObjects(page: object): void {
  const common: object = Object.getPrototypeOf(Object.getPrototypeOf(page));
  // Without a common prototype, every object of the program would show so.
  if (common === Object.prototype || Object.hasOwn(common, inspect.custom)) return;
  Object.defineProperty(common, inspect.custom, {
    value(this: { _type?: string; url?: () => string; toString(): string }): string {
      const name = this._type ?? "object";
      if (typeof this.url === "function") return `${name}(${inspect(this.url())})`;
      return this.toString === Object.prototype.toString ? name : String(this);
    },
  });
}

/** Function that stands for `import` in a REPL; as long as that word, so that columns of errors stay. */
const IMPORT_FUNCTION = "$imprt";

/**
 * Replaces `import(…)` by a call of {@link IMPORT_FUNCTION}: V8 offers Node no way to load modules for code that it
 * evaluates in its REPL mode.
 */
export function withDynamicImports(code: string): string {
  if (!code.includes("import")) return code;
  const tokens = jsTokens(code).tokens.filter(({ kind }) => kind !== "comment");
  let changed = code;
  for (const [index, { kind, text, at }] of tokens.entries()) {
    const called = tokens[index + 1]?.text === "(" && tokens[index - 1]?.text !== ".";
    if (kind !== "word" || text !== "import" || !called) continue;
    changed = changed.slice(0, at) + IMPORT_FUNCTION + changed.slice(at + text.length);
  }
  return changed;
}

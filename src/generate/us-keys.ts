import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./paths.ts";

interface Definition {
  code?: string;
  key?: string;
  shiftKey?: string;
  keyCode?: number;
  shiftKeyCode?: number;
  text?: string;
  location?: number;
}

const source = "lib/puppeteer/common/USKeyboardLayout.js";

/** Module with the keys of the US layout, from the table that puppeteer-core types with. */
export async function usKeysModule(): Promise<string> {
  const directory = join(root, "node_modules/puppeteer-core");
  const { version } = JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as { version: string };
  const { _keyDefinitions: definitions } = (await import(pathToFileURL(join(directory, source)).href)) as {
    _keyDefinitions: Readonly<Record<string, Definition>>;
  };
  // Keys of telephones (location 4) are no keys of a keyboard.
  const lines = Object.entries(definitions).flatMap(([name, { code, ...facts }]) =>
    name === code && facts.keyCode !== undefined && facts.location !== 4 ? [line(code, facts)] : [],
  );
  return `/** Key of the US layout; \`shiftKey\` and \`shiftKeyCode\` hold with Shift, or with Num Lock on the numeric keypad. */
export interface UsKey {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey?: string;
  readonly shiftKeyCode?: number;
  readonly text?: string;
  readonly location?: 1 | 2 | 3;
}

/** Keys of the US layout by \`KeyboardEvent.code\`, from ${source.split("/").at(-1)} of puppeteer-core ${version} (Apache-2.0). */
// Written by \`npm run generate\`. Do not edit.
export const usKeys = {
${lines.sort().join("")}} as const satisfies Readonly<Record<string, UsKey>>;
`;
}

function line(code: string, facts: Definition): string {
  const names = ["key", "keyCode", "shiftKey", "shiftKeyCode", "text", "location"] as const;
  const given = names.flatMap((name) => {
    const value = facts[name];
    return value === undefined ? [] : [`${name}: ${value === '"' ? `'"'` : JSON.stringify(value)}`];
  });
  return `  ${code}: { ${given.join(", ")} },\n`;
}

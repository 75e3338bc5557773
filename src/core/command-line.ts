import { posixWord } from "./shell-quotes.ts";

/**
 * Template of a command line to copy, without the word `browserctl` in front: ``commandLine`browsers view ${id}` ``.
 * Each value is one word of a POSIX shell, quoted if needed. A value that begins with a dash is not read as a flag: it
 * is joined to the flag before it with `=`, or put at the end after `--`. Each item of a list is a word; `undefined`
 * leaves out the value and a flag before it.
 */
export function commandLine(
  texts: readonly string[],
  ...values: readonly (string | number | readonly string[] | undefined)[]
): string {
  const line = ["browserctl"];
  const last: string[] = [];
  for (const [at, text] of texts.entries()) {
    line.push(...text.split(" ").filter((word) => word !== ""));
    const value = values[at];
    const flag = text.endsWith(" ") && /^--?[a-z][a-z-]*$/.test(line.at(-1) ?? "") ? line.at(-1) : undefined;
    if (at >= values.length) continue;
    if (typeof value === "object") line.push(...value.map(posixWord));
    else if (value === undefined) {
      if (flag !== undefined) line.pop();
    } else if (!String(value).startsWith("-")) line.push(posixWord(String(value)));
    else if (flag !== undefined) line.splice(-1, 1, `${flag}=${posixWord(String(value))}`);
    else last.push(posixWord(String(value)));
  }
  if (last.length === 0) return line.join(" ");
  const rest = line.indexOf("--");
  if (rest === -1) return [...line, "--", ...last].join(" ");
  return [...line.slice(0, rest + 1), ...last, ...line.slice(rest + 1)].join(" ");
}

/**
 * Advice that ends with a command line, its placeholders such as `<id>` filled in as {@link commandLine} does. A
 * placeholder without a value stays.
 */
export function filledAdvice(advice: string, values: Readonly<Record<string, string | undefined>>): string {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  return advice.replace(/browserctl (.*)$/, (_, line: string) => {
    // The names of a capturing separator are every second part.
    const parts = line.split(new RegExp(`<(${names.join("|")})>`));
    const texts = parts.filter((_text, at) => at % 2 === 0);
    return commandLine(texts, ...parts.filter((_name, at) => at % 2 === 1).map((name) => values[name]));
  });
}

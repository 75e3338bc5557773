import { inspect, stripVTControlCharacters } from "node:util";

/** Result of the code as JSON; undefined for no result. Buffers become base64 text, bigints decimal text, errors their text. */
export function resultJson(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
    const own = this[key];
    if (ArrayBuffer.isView(own)) return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString("base64");
    if (own instanceof ArrayBuffer) return Buffer.from(own).toString("base64");
    if (typeof given === "bigint") return String(given);
    return own instanceof Error ? describe(own) : given;
  });
}

/**
 * Text of an error, with the code's stack lines.
 *
 * @param codeName file name of the code in stacks
 */
export function errorText(error: unknown, codeName: string): string {
  // Playwright's stack lines inside the page are not useful.
  const text = describe(error)
    .split("\n")
    .filter((line) => !/^\s+at (UtilityScript\.|eval \(eval at evaluate )/.test(line))
    .join("\n");
  return `${text.trimEnd()}${ownFrames(error, codeName)}`;
}

function describe(error: unknown): string {
  const isError = typeof error === "object" && error !== null && "message" in error && "name" in error;
  return stripVTControlCharacters(isError ? `${error.name}: ${error.message}` : inspect(error));
}

/** Stack lines of the code. */
function ownFrames(error: unknown, codeName: string): string {
  const stack = (error as Error | null)?.stack;
  const frames = typeof stack === "string" ? stack.split("\n") : [];
  const isOwn = (line: string): boolean => {
    if (!/^\s+at /.test(line)) return false;
    const location = /(?:[ (])([^ (]+):\d+:\d+\)?$/.exec(line);
    return location?.[1] === codeName;
  };
  return frames
    .filter(isOwn)
    .map((line) => `\n    ${line.trim()}`)
    .join("");
}

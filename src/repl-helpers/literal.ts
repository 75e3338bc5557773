/**
 * JavaScript that has the value. Throws a `TypeError` with the place of a function, a symbol, a cycle, or an object of a
 * class: a page has no such thing of the REPL.
 */
export function literal(value: unknown, path = "arg", around: readonly unknown[] = []): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") {
    return String(value);
  }
  if (typeof value !== "object") throw new TypeError(`js: ${path} is a ${typeof value}, which a page cannot be given`);
  if (around.includes(value)) throw new TypeError(`js: ${path} is an object around itself`);
  const inner = [...around, value];
  if (Array.isArray(value)) return `[${value.map((each, at) => literal(each, `${path}[${at}]`, inner)).join(",")}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError(`js: ${path} is an object of a class; give a plain object`);
  }
  // Computed names, so that "__proto__" is a member too.
  const members = Object.entries(value).map(
    ([name, each]) => `[${JSON.stringify(name)}]:${literal(each, `${path}.${name}`, inner)}`,
  );
  return `({${members.join(",")}})`;
}

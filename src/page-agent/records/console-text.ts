import type { Protocol } from "devtools-protocol";
import { cut, oneLine } from "../page-text.ts";

type RemoteObject = Protocol.Runtime.RemoteObject;
type Preview = Protocol.Runtime.ObjectPreview;

/** Maximum number of characters of a function or an element in a text. */
const MAX_DESCRIPTION = 80;

/** Text of the arguments of a console call on one line, with the format of the first one applied. */
export function argumentsText(args: readonly RemoteObject[]): string {
  const [first, ...rest] = args;
  const texts = [...(first?.type === "string" ? formatted(String(first.value), rest) : args.map(valueText))];
  return oneLine(texts.join(" "));
}

/** Text of a value: a string as it is, an object by its preview, an error by its first line. */
export function valueText({
  description = "",
  preview,
  subtype,
  type,
  unserializableValue,
  value,
}: RemoteObject): string {
  if (type === "string") return String(value);
  if (unserializableValue !== undefined) return unserializableValue;
  if (subtype === "error") return firstLine(description);
  if (preview) return previewText(preview);
  if (type === "object" && value === null) return "null";
  if (type === "object" || type === "function") return cut(firstLine(description), MAX_DESCRIPTION);
  return type === "undefined" ? "undefined" : String(value ?? description);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function previewText({ description = "", entries, overflow, properties, subtype, type }: Preview): string {
  if (type === "string") return JSON.stringify(description);
  if (subtype !== undefined && subtype !== "array" && subtype !== "map" && subtype !== "set") return description;
  const more = overflow ? ["…"] : [];
  if (entries) {
    const parts = entries.map(({ key, value }) => `${key ? `${previewText(key)} => ` : ""}${previewText(value)}`);
    return `${description} {${[...parts, ...more].join(", ")}}`;
  }
  if (subtype === "array") return `[${[...properties.map(propertyValue), ...more].join(", ")}]`;
  const isPrimitive = properties.length === 0 && description !== "Object";
  if (isPrimitive) return description;
  const parts = properties.map((property) => `${property.name}: ${propertyValue(property)}`);
  return `${description === "Object" ? "" : `${description} `}{${[...parts, ...more].join(", ")}}`;
}

/** Getters are not called. */
function propertyValue({ type, value = "", valuePreview }: Protocol.Runtime.PropertyPreview): string {
  if (type === "accessor") return "(getter)";
  if (valuePreview) return previewText(valuePreview);
  return type === "string" ? JSON.stringify(value) : value || type;
}

/** Parts of a text whose `%s` and the like are replaced by the arguments, with the arguments that are left. */
function formatted(text: string, args: readonly RemoteObject[]): string[] {
  let used = 0;
  const first = text.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    const arg = args[used];
    if (!arg) return whole;
    used += 1;
    // A style of the console is no text.
    return kind === "c" ? "" : valueText(arg);
  });
  return [first, ...args.slice(used).map(valueText)];
}

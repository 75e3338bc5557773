import { Document, Scalar, visit } from "yaml";
import { EMOJI, UNPRINTABLE } from "../core/hidden-characters.ts";

const unprintable = new RegExp(`[${UNPRINTABLE}]`, "u");
const unprintableAll = new RegExp(`(${EMOJI})|[${UNPRINTABLE}]`, "gu");

/** YAML text of a value; long lines are not folded. Unprintable characters are escaped, in double quotes. */
export function yamlText(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && unprintable.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replace(unprintableAll, (match, emoji?: string) => emoji ?? escaped(match.codePointAt(0) ?? 0));
}

/** Escape of a double-quoted scalar (YAML 1.2, 5.7). */
function escaped(code: number): string {
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits as number, "0")}`;
}

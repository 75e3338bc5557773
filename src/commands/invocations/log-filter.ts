import { usageError } from "../../core/errors.ts";

/**
 * What `--filter` lets through: messages with a text in them, whatever its case, or `/…/` with a match of that regular
 * expression (flags i, m, s, u and v). Exit 2 for one that is none.
 */
export function logFilter(text: string): (message: string) => boolean {
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  if (source === undefined) {
    const wanted = text.toLowerCase();
    return (message) => message.toLowerCase().includes(wanted);
  }
  if (/[^imsuv]/.test(flags)) throw refused(`"${text}" may have the flags i, m, s, u and v`);
  try {
    const expression = new RegExp(source, flags);
    return (message) => expression.test(message);
  } catch (error) {
    throw refused(`"${text}" is no regular expression: ${(error as Error).message.replace(/^.*: /, "")}`);
  }
}

function refused(message: string): Error {
  return usageError([{ path: "--filter", message }]);
}

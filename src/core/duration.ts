import { CliError } from "./errors.ts";

const shape =
  /^(?:(\d+(?:\.\d+)?)d)? ?(?:(\d+(?:\.\d+)?)h)? ?(?:(\d+(?:\.\d+)?)m)? ?(?:(\d+(?:\.\d+)?)s)? ?(?:(\d+(?:\.\d+)?)ms)?$/;
const milliseconds = [86_400_000, 3_600_000, 60_000, 1000, 1] as const;

/** The longest wait a timer of Node can hold, in milliseconds: 24 days, 20 hours, 31 minutes. */
export const longestDuration = 2_147_483_647;

/**
 * Milliseconds of a duration such as `500ms`, `30s`, `5m`, `2h`, `1h30m`, `2d 4h` or `1.5s`; units from large to small,
 * each once; 0 up to {@link longestDuration}. Exit 2 otherwise, and for a bare number; the message is only the rule, so
 * that the caller can put the flag, variable or field before it. Source: design 3 (`--timeout <duration>`).
 *
 * assumed: fractions are allowed and rounded to whole milliseconds; a space may stand between two units, as records
 * print them; there is no unit above the day.
 */
export function parseDuration(text: string, longest = longestDuration): number {
  const parts = text.trim() === "" || text !== text.trim() ? null : shape.exec(text);
  if (parts === null) {
    throw refused(
      text,
      /^\d+(?:\.\d+)?$/.test(text)
        ? `has no unit; write ${text}s or ${text}ms`
        : "is not a duration; write one like 500ms, 30s, 5m, 2h or 1h30m",
    );
  }
  const total = milliseconds.reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0);
  if (total > longest) throw refused(text, "is too long; the longest is 596h");
  return Math.round(total);
}

function refused(text: string, why: string): CliError {
  return new CliError("usage", `"${text}" ${why}`);
}

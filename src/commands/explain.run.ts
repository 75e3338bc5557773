import type { BodyOf, Check, Run } from "../cli/declare/body.ts";
import { table } from "../cli/declare/command.ts";
import { suggestion } from "../cli/route/suggest.ts";
import { Styled } from "../core/styled.ts";
import { wrap } from "../core/wrap.ts";
import type { Palette } from "../render/palette.ts";
import { type Entry, type Family, families, findEntries, knownWords, normalised } from "./explain/lib/catalogue.ts";
import type { explain } from "./explain.ts";

const familyColumns = table<{ family: string; codes: number; about: string; example: string }>([
  { path: "family", whole: true },
  { path: "codes" },
  { path: "example", whole: true },
  { path: "about", as: "prose" },
]);

export const check: Check<typeof explain> = ({ all, args }) => {
  const among = families();
  const unknown = args.code.filter((word) => findEntries(word, among).length === 0);
  const problems = unknown.map((word) => ({
    path: "<code>",
    message: "",
    sentence: `nothing is known about "${word}"${nearest(word, among)}`,
  }));
  if (all && args.code.length > 0) problems.push({ path: "--all", message: "", sentence: "--all takes no code" });
  return problems;
};

/** Explains codes; lists every family when no code is given. */
export const run: Run<typeof explain> = async (body) => {
  const { all, args, forPeople, note, palette, rows, text, tty, value, width } = body;
  const wantsValue = body.wantsValue && !forPeople;
  const among = families();
  if (args.code.length > 0) {
    const found = [...new Set(args.code.flatMap((word) => findEntries(word, among)))];
    if (wantsValue) return value(found);
    const colours = await palette();
    return text(
      Styled.join(
        found.map((entry) => paragraph(entry, width, colours)),
        "\n",
      ),
    );
  }
  if (all || wantsValue) return value(among.flatMap(({ entries }) => entries));
  if (tty.stdout) note("Explain a code: browserctl explain CODE; every code: browserctl explain --all");
  return rows(among.map(familyRow), familyColumns);
};

function familyRow({ entries, example = entries[0]?.code ?? "", family, title }: Family) {
  return { family, codes: entries.length, example, about: title };
}

/** A code as a heading, its meaning, and the next step. */
function paragraph(entry: Entry, width: BodyOf<typeof explain>["width"], { heading }: Palette): Styled {
  const { family, code, name, number, meaning, advice } = entry;
  const kind = family.replaceAll("-", " ");
  const others = [name, family === "api-error" ? `HTTP ${number}` : number].filter((each) => each !== undefined);
  const title = `${kind} ${code}${others.length > 0 ? ` (${others.join(", ")})` : ""}`;
  const columns = width === Number.POSITIVE_INFINITY ? width : width - 2;
  const lines = [meaning, `Next: ${advice}`].flatMap((each) => wrap(each, columns));
  return Styled.lines([heading(title), ...lines.map((line) => `  ${line}`)]);
}

/** `; did you mean X?`, compared case-insensitively. */
function nearest(word: string, among: readonly Family[]): string {
  const words = knownWords(among);
  const wanted = normalised(word);
  const lower = new Map(words.map((each) => [each.toLowerCase(), each]));
  const match = suggestion(wanted, [...lower.keys()]) ?? suggestion(`err_${wanted}`, [...lower.keys()]);
  if (match !== undefined) return `; did you mean ${lower.get(match)}?`;
  const parts = words.filter((each) => wanted.length > 2 && each.toLowerCase().includes(wanted)).slice(0, 5);
  return parts.length > 0 ? `; did you mean one of ${parts.join(", ")}?` : "";
}

import { type OutputFormat, outputFormats } from "../../../settings/model.ts";
import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

const meanings: Readonly<Record<OutputFormat, string>> = {
  json: "one JSON document, as the API sent it",
  jsonl: "one JSON value per line: each item of a list, or each event of a stream",
  yaml: "one YAML document",
  csv: "a heading and one line per item, quoted by RFC 4180",
  table: "the table of a terminal, also in a pipe",
  env: "export lines for a POSIX shell; for a single record, without fields named like a variable of browserctl",
  text: "the default: a table or aligned lines at a terminal; in a pipe tab-separated fields without a heading",
};

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "stdout is the result and nothing else. Notices, progress, questions and errors go to stderr. No format writes control or invisible characters, at a terminal or in a pipe: json, jsonl, yaml and env have escapes that keep the value; text, table, csv and templates show them. In a pipe text writes a tab or newline in a field or an item of a list as \\t or \\n, and a backslash as two. Contents (a file, a clipboard, a body, a log, the output of a program) are exact in a pipe and escaped at a terminal.",
      ),
    ],
  },
  section("Formats", entries(outputFormats.map((format) => [format, meanings[format]]))),
  section(
    "Selection",
    entries([
      ["--fields A,B.C", "only these fields; a dot reaches into a field"],
      ["--query EXPR", "a JMESPath expression over the JSON form; a text result is printed without quotes"],
      [
        "--template TEXT",
        "a Liquid template, for each item of a list; \\n and \\t are a newline and a tab. Like a query, it ends with --timeout, or after a minute",
      ],
      ["-q, --quiet", "only the ids of records, and no notices"],
      ["--all", "every page of a list, as one list"],
    ]),
    text(
      "A table shortens long values; a record shows them whole and leaves out empty fields, which -o json has. User names and passwords in URLs are masked, and --dry-run and --print leave secrets out; --show-token shows them.",
    ),
  ),
  section(
    "Examples",
    examples(
      ["browsers list -o csv --fields session_id,name,created_at", "A spreadsheet of the sessions"],
      ["browsers list --query \"[?name=='shop'].session_id\"", "The id of one session"],
      ["browsers list --template '{{session_id}} {{name}}'", "Two fields in a format of your own"],
      ["browsers get shop -o env", "Variables of a session, for eval"],
      ["config set output json", "Print JSON from now on"],
    ),
  ),
  section(
    "At a terminal",
    entries([
      ["--watch TIME", "repeats a command that reads, and marks what has changed; q leaves"],
      ["pager", "less, for what is longer than the screen; BROWSERCTL_PAGER chooses another one"],
    ]),
  ),
  section(
    "Errors",
    text(
      'With -o json or -o jsonl a failure is one JSON object on stderr: {"error": {"code", "message", "details", "exit_code", "hint"}}. browserctl explain CODE tells what a code means; lists: help exit-codes, help error-codes.',
    ),
  ),
];

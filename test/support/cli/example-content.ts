import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zip, zstdTar } from "../../archive/support/archives.ts";
import { writeExampleFiles } from "./example-lines.ts";
import type { Home } from "./run-cli.ts";

const manifest = '{"manifest_version":3,"name":"mine","version":"1"}';

/** Content of the files that examples name and that commands read before they make a request. */
const content: Readonly<Record<string, string | Uint8Array>> = {
  "photo.png": "png",
  "site/index.html": "<title>Site</title>",
  "a.csv": "a",
  "b.csv": "b",
  "actions.json": '[{"type":"sleep","sleep":{"duration_ms":100}}]',
  "my-extension/manifest.json": manifest,
  "dist/manifest.json": manifest,
  "blocker.zip": zip({ "manifest.json": manifest }),
  "blocker-1.4.zip": zip({ "manifest.json": manifest }),
  "work.tar.zst": zstdTar({ "Local State": "{}" }),
  ".config/chromium/Local State": "{}",
  "cookies.json": '[{"name":"a","value":"b","domain":"example.com","path":"/"}]',
  "example-app/app.ts": "export default {};",
  "example-app/package.json": '{"name":"example","type":"module"}',
  "password.txt": "correct-horse\n",
  "username.txt": "ada\n",
  "totp.txt": "JBSW Y3DP EHPK 3PXP\n",
  "office.pem": "-----BEGIN CERTIFICATE-----",
  "project/src/shop.ts": "export default {};",
  "project/prod.env": "A=b",
  "shop/app.ts": "export default {};",
  "orders.json": "{}",
  "input.json": "{}",
  "commands.ndjson": '["browsers","get","shop"]\n',
  "state.json": '{"cookies":[{"name":"a","value":"b","domain":"example.com","path":"/"}],"origins":[]}',
};

/** Writes every file that examples name and read, with content that their commands accept. */
export function writeExampleContent(home: Home): void {
  writeExampleFiles(home);
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(home.dir, path)), { recursive: true });
    writeFileSync(join(home.dir, path), text);
  }
}

/** Directory in which an example line is typed, and its stdin. */
export function placeOf(line: string, home: Home): { cwd: string; stdin: string | Uint8Array } {
  return {
    cwd: line.includes("--root .") ? join(home.dir, "project") : home.dir,
    stdin: stdinOf(line),
  };
}

function stdinOf(line: string): string | Uint8Array {
  if (line.startsWith("browsers act")) return "fill e3 Anna\nclick e12\n";
  return content[line.includes("state.json") ? "state.json" : /^batch\b/.test(line) ? "commands.ndjson" : ""] ?? "[]";
}

/** Commands that run another one, whose words begin behind `--` or their own argument. */
const runs = /^browsers process (?:exec|spawn) /;

/** The words of an example with other flags in place of those for the form of the result. */
export function withFlags(argv: readonly string[], ...flags: readonly string[]): string[] {
  const forms = ["-o", "--output", "--query", "--fields"];
  const dashes = argv.indexOf("--");
  const end = dashes === -1 && runs.test(argv.join(" ")) ? 4 : dashes;
  const own = (end === -1 ? argv : argv.slice(0, end)).filter(
    (word, at, all) => ![...forms, "-q"].includes(word) && !forms.includes(all[at - 1] ?? ""),
  );
  return [...own, ...flags, ...(end === -1 ? [] : argv.slice(end))];
}

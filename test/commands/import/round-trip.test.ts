import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { commands } from "../../../src/generate/all-commands.ts";
import { placeOf, withFlags, writeExampleContent } from "../../support/cli/example-content.ts";
import { exampleCalls } from "../../support/cli/example-lines.ts";
import { runHere, temporaryHome } from "../../support/cli/run-cli.ts";

const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9/v1", BROWSERCTL_TOKEN: "t-secret", PASSWORD: `pa"ss\\word` };

test("the printed line of every example becomes a command that makes the same request", async () => {
  const home = temporaryHome();
  writeExampleContent(home);
  const others = new Map<string, Set<string>>();
  const bad: string[] = [];
  const same = new Set<string>();
  for (const { argv, spec, line } of exampleCalls(home)) {
    if (!(spec.requests ?? spec.operation !== undefined) || /^(profiles inspect \.\/|batch)/.test(line)) continue;
    // A form of texts alone is sent by this command only.
    if (spec.words === "apps deploy-repo") continue;
    // No local service runs here, so that its token is not known.
    if (spec.service === "local") continue;
    const place = { home, env, ...placeOf(line, home) };
    const dry = async (words: readonly string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await runHere(
        withFlags([...words], "--dry-run", "--show-token", "-o", "json"),
        place,
      );
      expect(code, `${words.join(" ")}: ${stderr}`).toBe(0);
      return JSON.parse(stdout);
    };
    // Some examples have no JSON form, and some make several requests.
    const before = await dry(argv).catch(() => []);
    if (Array.isArray(before)) continue;
    const printed = await runHere(withFlags([...argv], "--print", "curl", "--show-token", "-o", "json"), place);
    const curl = JSON.parse(printed.stdout) as string;
    const imported = await runHere(["import", "curl", "-", "-o", "json"], { ...place, stdin: curl });
    if (imported.code !== 0) {
      bad.push(`${line}\n${curl}${imported.stderr}`);
      continue;
    }
    const { words, notes } = JSON.parse(imported.stdout) as { words: string[]; notes: string[] };
    expect(imported.stdout, line).not.toContain("t-secret");
    expect(notes.join(), line).toContain("the header authorization is left out");
    const after = await dry(words.slice(1)).catch((error) => ({ url: "http://x/", headers: {}, error: String(error) }));
    if (!isDeepStrictEqual(request(after), request(before)))
      bad.push(`${line}\n${words.join(" ")}\n${JSON.stringify(request(before))}\n${JSON.stringify(request(after))}`);
    const name = words.slice(1).join(" ");
    if (name === spec.words || name.startsWith(`${spec.words} `)) same.add(spec.words);
    else others.set(spec.words, (others.get(spec.words) ?? new Set()).add(words.slice(1, 4).join(" ")));
  }
  const different = [...others]
    .filter(([words]) => !same.has(words))
    .map(([words, to]) => `${words} -> ${[...to].join(" | ")}`);
  expect(bad).toEqual([]);
  // Commands that share their request with a plainer one, and those whose files have to be packed or read first.
  expect(different.sort()).toEqual([
    "apps delete -> apps list --app-name",
    "apps deploy -> api POST /deployments",
    "auth connections explain -> auth connections get",
    "auth connections plans show -> auth connections plans",
    "browsers act -> api POST /_local/browsers/shop/act",
    "browsers cookies set -> api POST /_local/browsers/shop/cookies",
    "browsers extensions upload -> api POST /browsers/shop/extensions",
    "browsers fs cp -> browsers fs upload | browsers fs read | browsers fs upload-zip",
    "browsers fs download -> browsers fs read",
    "browsers open -> browsers create --timeout-seconds | browsers create shop",
    "browsers process stdin -> api POST /browsers/shop/process/5f1c.../stdin",
    "browsers run -> browsers create | browsers create --profile | browsers create --stealth",
    "browsers storage set -> api POST /_local/browsers/shop/storage",
    "browsers use -> browsers get shop | browsers get @last",
    "browsers view -> browsers get shop",
    "browsers webmcp invoke -> api POST /browsers/shop/webmcp/invoke",
    "invocations wait -> api GET /invocations/i7f2/events?since=0s",
    "local seed-profile -> api POST /_local/profiles/import?name=work | api POST /_local/profiles/import?name=test",
    "profiles import -> api POST /_local/profiles/import?name=office | api POST /_local/profiles/import?name=mine",
    "profiles inspect -> profiles download work",
    "projects archive -> projects update shop",
    "projects unarchive -> projects update shop",
    "projects use -> projects get shop | projects get default",
    "wait browser -> browsers get shop",
    "wait connection -> auth connections get",
    "wait deployment -> deployments get d4c1",
    "wait invocation -> invocations get i7f2",
    "whoami -> auth context | auth context --project",
  ]);
  expect(same.size).toBeGreaterThan(commands.length / 3);
});

/** A request without what the client writes in its own way. */
function request(value: unknown): unknown {
  const { headers, url, ...others } = value as { headers: Record<string, string>; url: string };
  const { origin, pathname, searchParams } = new URL(url);
  const { accept, "accept-encoding": encoding, "content-length": length, ...own } = headers;
  const type = own["content-type"]?.replace(/;.*$/, "");
  const address = [`${origin}${pathname}`, ...[...searchParams].map((pair) => pair.join("=")).sort()];
  return { ...others, address, headers: { ...own, ...(type && { "content-type": type }) } };
}

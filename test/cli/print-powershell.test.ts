import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf, withFlags, writeExampleContent } from "../support/cli/example-content.ts";
import { exampleCalls, exampleVariables } from "../support/cli/example-lines.ts";
import { powershellParser, syntaxErrors } from "../support/cli/powershell-syntax.ts";
import { runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { nowhere } from "../support/servers/nowhere.ts";

let parser: Awaited<ReturnType<typeof powershellParser>>;
beforeAll(async () => {
  parser = await powershellParser();
});
afterAll(() => parser.delete());

async function printed(words: readonly string[], ...flags: string[]): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await runHere(withFlags([...words], "--print", "powershell", ...flags), {
    env: nowhere,
  });
  expect(code, stderr).toBe(0);
  expect(syntaxErrors(parser, stdout), stdout).toEqual([]);
  return { stdout, stderr };
}

test("the code of every example is PowerShell", async () => {
  const home = temporaryHome();
  writeExampleContent(home);
  let count = 0;
  for (const { argv, spec, line } of exampleCalls(home)) {
    if (!(spec.requests ?? spec.operation !== undefined) || /^(profiles inspect \.\/|batch)/.test(line)) continue;
    for (const more of [[], ["--show-token"]]) {
      const { stdout } = await runHere(withFlags([...argv], "--print=powershell", ...more), {
        home,
        env: { ...nowhere, ...exampleVariables("it's $HOME `id` ’") },
        ...placeOf(line, home),
      });
      const code = stdout.startsWith('"') ? (JSON.parse(stdout) as string) : stdout;
      expect(code, line).toMatch(/Invoke-(RestMethod|WebRequest)/);
      expect(syntaxErrors(parser, code), code).toEqual([]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(200);
});

describe("texts are quoted as PowerShell reads them", () => {
  const body = async (text: string): Promise<string | undefined> => {
    const { stdout } = await printed(["api", "POST", "/x", "--input", text], "--show-token");
    return /^\$body = (.*)$/m.exec(stdout)?.[1];
  };
  test.each([
    ["plain", "'plain'"],
    ["", "''"],
    ['it\'s $HOME `id` "q" \\', `'it''s $HOME \`id\` "q" \\'`],
    ["a ’typographic‘ quote", "[Text.Encoding]::UTF8.GetBytes('a ’’typographic‘‘ quote')"],
    ['two\r\nlines\t$x `y "z" “w”', '[Text.Encoding]::UTF8.GetBytes("two`r`nlines`t`$x ``y `"z`" `“w`”")'],
    ["a\u001b[0m", '"a`u{1b}[0m"'],
    ["\n1", '"`n1"'],
    ["日本 😀", "[Text.Encoding]::UTF8.GetBytes('日本 😀')"],
  ])("%j", async (text, code) => {
    expect(await body(text)).toBe(code);
  });
});

test("PowerShell code has variables for left-out values and ends when one is not set", async () => {
  const { stdout, stderr } = await printed([
    "api",
    "POST",
    "/browsers",
    "-F",
    "start_url=http://me:pw@h/",
    "-F",
    "x=1",
  ]);
  const json = `'{"start_url":"http://' + ((ConvertTo-Json $env:BROWSERCTL_BODY_START_URL_USERINFO) -replace '^"|"$') + '@h/","x":' + $env:BROWSERCTL_BODY_X + '}'`;
  expect(stdout.split("\n")).toEqual([
    "if (-not $env:BROWSERCTL_TOKEN) { throw 'BROWSERCTL_TOKEN is not set' }",
    "if (-not $env:BROWSERCTL_BODY_START_URL_USERINFO) { throw 'BROWSERCTL_BODY_START_URL_USERINFO is not set' }",
    "if (-not $env:BROWSERCTL_BODY_X) { throw 'BROWSERCTL_BODY_X is not set' }",
    "$headers = @{",
    "  'accept' = '*/*'",
    `  'authorization' = "Bearer \${env:BROWSERCTL_TOKEN}"`,
    "}",
    `$body = [Text.Encoding]::UTF8.GetBytes((${json}))`,
    expect.stringMatching(
      /^Invoke-RestMethod -Method Post -Uri '.*\/browsers' -Headers \$headers -Skip.* -Body \$body$/,
    ),
    "",
  ]);
  expect(stderr).toContain("set BROWSERCTL_BODY_START_URL_USERINFO (user:password as in the URL), ");
});

test("PowerShell code sends forms, files, stdin and HEAD requests", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "it's.csv"), "1");
  const upload = ["browsers", "fs", "upload", "s", "it's.csv", "--dest", "/x/", "--print", "powershell"];
  const { stdout } = await runHere(upload, { home, env: nowhere });
  expect(syntaxErrors(parser, stdout)).toEqual([]);
  const fields = ["'files[0][dest_path]' = '/x/it''s.csv'", "'files[0][file]' = Get-Item -LiteralPath 'it''s.csv'"];
  expect(stdout).toContain(`$form = [ordered]@{\n  ${fields.join("\n  ")}\n}\n`);
  expect(stdout).toMatch(/ -Form \$form\n$/);
  expect((await printed(["browsers", "fs", "write", "s", "/x", "@it's"])).stdout).toContain("-InFile 'it''s'");
  expect((await printed(["browsers", "fs", "write", "s", "/x", "-"])).stdout).toContain(
    "$body = [IO.MemoryStream]::new()\n[Console]::OpenStandardInput().CopyTo($body)\n",
  );
  expect((await printed(["api", "HEAD", "/x"])).stdout).toContain("Invoke-WebRequest -Method Head -Uri ");
});

test("a note names differences of PowerShell", async () => {
  expect((await printed(["browsers", "list", "--project", "日本"])).stderr).toContain(
    "note: PowerShell refuses headers with characters beyond ASCII: x-kernel-project\n",
  );
  expect((await printed(["api", "GET", "/invocations/i/events"])).stderr).toContain(
    "note: PowerShell prints the events when the stream has ended; --print fetch prints them as they come\n",
  );
});

import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCli, temporaryHome } from "../support/cli/run-cli.ts";

const numbers = [1, 2, 3, 4, 5];
const baseUrl = "https://browsers.example.com";

test("20 processes that log in, log out, add and switch contexts at once lose nothing", async () => {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  const hosted = (name: string) => [name, { kind: "hosted", base_url: baseUrl, token: `sk-old-${name}` }] as const;
  const contexts = Object.fromEntries(numbers.flatMap((n) => [hosted(`out${n}`), hosted(`here${n}`)]));
  const file = join(home.configDir, "settings.json");
  writeFileSync(file, JSON.stringify({ version: 1, current: "out1", contexts }), { mode: 0o600 });
  const directories = numbers.map((n) => join(realpathSync(home.dir), `repo${n}`));
  for (const each of directories) mkdirSync(each);

  const start = (words: string, stdin = "", cwd = home.dir) => startCli(words.split(" "), { home, stdin, cwd }).done;
  const results = await Promise.all(
    numbers.flatMap((n) => [
      start(`login --base-url ${baseUrl} --context in${n} --skip-check --token-stdin`, `sk-new-${n}`),
      start(`logout --context out${n}`),
      start(`context use here${n} --here`, "", directories[n - 1]),
      start(`context add new${n} --base-url ${baseUrl} --project p${n}`),
    ]),
  );

  expect(results.filter(({ code }) => code !== 0)).toEqual([]);
  expect(results).toHaveLength(20);
  const after = JSON.parse(readFileSync(file, "utf8"));
  expect(after.current).toMatch(/^in\d$/);
  expect(after.directories).toEqual(Object.fromEntries(directories.map((each, at) => [each, `here${at + 1}`])));
  const kind = "hosted";
  expect(after.contexts).toEqual(
    Object.fromEntries(
      numbers.flatMap((n) => [
        [`in${n}`, { kind, base_url: baseUrl, token: `sk-new-${n}` }],
        [`out${n}`, { kind, base_url: baseUrl }],
        [`here${n}`, { kind, base_url: baseUrl, token: `sk-old-here${n}` }],
        [`new${n}`, { kind, base_url: baseUrl, project: `p${n}` }],
      ]),
    ),
  );
  expect(readdirSync(home.configDir).sort()).toEqual(["settings.backup.json", "settings.json", "settings.lock"]);
});

test("of several logins to one context at once, one is stored whole, and its project is kept", async () => {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  const file = join(home.configDir, "settings.json");
  const prod = { kind: "hosted", base_url: baseUrl, project: "web" };
  writeFileSync(file, JSON.stringify({ version: 1, contexts: { prod } }), { mode: 0o600 });
  const words = ["login", "--context", "prod", "--skip-check"];
  const results = await Promise.all([
    ...numbers.map((n) => startCli([...words, "--token-stdin"], { home, stdin: `sk-${n}` }).done),
    startCli([...words, "--store", "env", "--token-env", "SHOP_TOKEN"], { home }).done,
  ]);
  // A token that comes after the store became a variable is refused.
  const isLate = ({ code, stderr }: (typeof results)[number]): boolean =>
    code === 2 && stderr.includes("the store is a variable");
  expect(results.filter((result) => result.code !== 0 && !isLate(result))).toEqual([]);
  const { token, token_store, ...after } = JSON.parse(readFileSync(file, "utf8")).contexts.prod;
  expect(after).toEqual(prod);
  if (token_store === undefined) expect(token).toMatch(/^sk-\d$/);
  else expect([token, token_store]).toEqual([undefined, { kind: "env", variable: "SHOP_TOKEN" }]);
});

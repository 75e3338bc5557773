import { describe, expect, test } from "vitest";
import { jsonError, runHere, startCli } from "../../support/cli/run-cli.ts";

const base = "http://127.0.0.1:9/v1";
const own = { BROWSERCTL_BASE_URL: base, BROWSERCTL_TOKEN: "t-context" };

const run = (line: string, more: readonly string[] = [], env: Record<string, string> = {}) =>
  runHere(["import", "curl", line, ...more], { env: { ...own, ...env } });

async function line(curl: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await run(curl, [], env);
  expect(code, stderr).toBe(0);
  return stdout.replace(/^browserctl (.*)\n$/s, "$1");
}

describe("the command", () => {
  test.each([
    [`curl ${base}/browsers`, "browsers list"],
    [
      `curl -sSL '${base}/browsers?status=all&limit=5&tags[team]=a%20b'`,
      "browsers list --status all --tag 'team=a b' --limit 5",
    ],
    [
      `curl -G ${base}/browsers -d status=all --data-urlencode 'query=a b'`,
      "browsers list --status all --search 'a b'",
    ],
    [`curl -X POST ${base}/browsers`, "browsers create"],
    [
      `curl ${base}/browsers -d '{"headless":true,"stealth":false,"timeout_seconds":600}'`,
      "browsers create --headless --no-stealth --timeout-seconds 600s",
    ],
    [
      `curl ${base}/browsers --json '{"viewport":{"width":800,"height":600},"x":1}'`,
      `browsers create --viewport 800x600 --input '{"x":1}'`,
    ],
    [`curl ${base}/x --json '{"a":1' --json ',"b":2}'`, `api POST /x --input '{"a":1,"b":2}'`],
    [`curl ${base}/browsers/%ff`, "api GET /browsers/%ff"],
    [`curl --request=DELETE ${base}/browsers/shop`, "browsers delete shop"],
    [
      `curl -XPATCH ${base}/browsers/shop -d '{"tags":{},"name":"it'\\''s"}'`,
      "browsers update shop --name 'it'\\''s' --clear-tags",
    ],
    [`curl ${base}/browsers/-s1`, "browsers get -- -s1"],
    [`curl -I ${base}/browsers`, "api HEAD /browsers"],
    [`curl ${base}/browsers -H 'X-A: it'\\''s'`, "api GET /browsers -H 'x-a: it'\\''s'"],
    [`curl ${base}/browsers -H 'x-kernel-project: web' -m 5`, "browsers list --project web --timeout 5s"],
    [`curl -T data.csv '${base}/browsers/s/fs/write_file?path=/x'`, "browsers fs write s /x @data.csv"],
    [`curl '${base}/browsers/s/fs/read_file?path=/x' -o x.txt`, "browsers fs read s /x --out x.txt"],
    [`curl ${base}/extensions -F name=n -F file=@x.zip`, "api POST /extensions -F name=n -F file=@x.zip"],
    [
      `curl ${base}/forms -F 'a=@x.zip;filename="y.zip"' -F c=@@d --form-string b=@c`,
      "api POST /forms -F a=@x.zip -F c=@./@d -F b=@@c",
    ],
  ])("%s", async (curl, expected) => {
    expect(await line(curl)).toBe(expected);
  });
  test("import curl names another context, or the base URL of an unknown address", async () => {
    const other = await run("curl https://api.example.com/v2/browsers", ["-o", "json"]);
    expect(JSON.parse(other.stdout)).toEqual({
      words: ["browserctl", "browsers", "list", "--base-url", "https://api.example.com/v2"],
      notes: [
        "no context has the address https://api.example.com/v2: the token of the current one would be sent there",
      ],
    });
    const added = await runHere(["context", "list", "-o", "json"], { env: own });
    expect(added.code).toBe(0);
  });
  test("import curl reads the command from stdin", async () => {
    const { stdout } = await runHere(["import", "curl", "-"], {
      env: own,
      stdin: `curl \\\r\n  '${base}/browsers' \\\n -s\n\n`,
    });
    expect(stdout).toBe("browserctl browsers list\n");
  });
});

describe("the words of a shell", () => {
  const body = async (word: string, env: Record<string, string> = {}): Promise<string> => {
    const { stdout, stderr } = await run(`curl ${base}/x --data-raw ${word}`, ["-o", "json"], env);
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as { words: string[] }).words.at(-1) ?? "";
  };
  test.each([
    ["plain", "plain"],
    ["'a b'\\''c'", "a b'c"],
    ['"a \\"b\\" \\$c \\\\ \\n"', 'a "b" $c \\ \\n'],
    ["a\\ b\\\n'c'", "a bc"],
    ["$'a\\n\\t\\x41\\u00e9\\101\\'\\\\'", "a\n\tAéA'\\"],
    ['"cost: 5$"', "cost: 5$"],
    ["'$HOME `id` $(id) ; | &'", "$HOME `id` $(id) ; | &"],
    ['"$NAME-${NAME}"', "v 1-v 1"],
    ["''", ""],
  ])("%s", async (word, expected) => {
    expect(await body(word, { NAME: "v 1" })).toBe(expected);
  });
  test.each([
    ["curl $(id)", "position 6: a command in $(…)"],
    ["curl `id`", "position 6: a command in `…`"],
    ['curl "`id`"', "position 7: a command in `…`"],
    ["curl a; id", "position 7: a second command"],
    ["curl a\nid", "position 7: a second command"],
    ["curl a && id", "position 8: a second command"],
    ["curl a | sh", "position 8: a pipe"],
    ["curl a > f", "position 8: a redirection"],
    ["curl a < f", "position 8: a redirection"],
    ["(curl a)", "position 1: a subshell"],
    ["curl 'a", "position 6: a ' that is not closed"],
    ['curl "a', 'position 6: a " that is not closed'],
    ["curl ${A:-b}", "position 6: an expansion that is no plain variable"],
  ])("%s is refused", async (curl, message) => {
    const { exit_code, message: said } = jsonError(await run(curl, ["-o", "json"])) as {
      exit_code: number;
      message: string;
    };
    expect([exit_code, said]).toEqual([2, `${message}; only one plain curl command is read, and nothing is run`]);
  });
  test.each([
    ["curl $UNSET/x", "position 6: the variable UNSET is not set"],
    ["wget http://x", 'must be a curl command, not "wget"'],
    ["curl", "curl: the URL is missing"],
    ["curl a b", "curl: only one URL is read; import the calls one by one"],
    ["curl a -H", "curl: -H needs a value"],
    ["curl a --silent=1", "curl: --silent takes no value"],
    ["curl a --ftp-port x", "curl: the option --ftp-port is not known here"],
    ["curl a -sZ", "curl: the option -Z is not known here"],
    ["curl ftp://a", "curl: must be an http or https URL, not ftp:"],
    ["curl http://", "curl: the URL cannot be read"],
    ["curl a -d @x -d b", "curl: a body of a file and of more data cannot be told in one command"],
    ["curl a -F 'x=<f'", "curl: the part x is the text of a file, which is not read"],
    ["curl a -X FETCH", "no command makes the call FETCH /"],
  ])("%s is refused", async (curl, message) => {
    expect(jsonError(await run(curl, ["-o", "json"]))).toMatchObject({ exit_code: 2, message });
  });
});

test("import curl leaves out credentials with a note, and never prints them", async () => {
  const rotate = "the token in the line may be in the history of your shell: rotate it where others read that";
  for (const [curl, notes] of [
    [
      `-H 'Authorization: Bearer sk-1'`,
      ["the header authorization is left out: the token of the context is used", rotate],
    ],
    [
      `-H "Authorization: Bearer $BROWSERCTL_TOKEN_2"`,
      ["the header authorization is left out: the token of the context is used"],
    ],
    [
      `-H "Authorization: Bearer \${ANY:?}"`,
      ["the header authorization is left out: the token of the context is used"],
    ],
    [`-u me:sk-1`, ["-u is left out: the token of the context is used"]],
    [`-b sid=sk-1`, ["-b is left out: the service reads no cookies"]],
    [
      `-kx http://me:sk-1@p`,
      ["-k", "-x"].map((name) => `${name} is left out: set HTTPS_PROXY, or NODE_EXTRA_CA_CERTS for certificates`),
    ],
  ] as const) {
    const { stdout, stderr } = await run(`curl ${base}/browsers ${curl}`, ["-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ words: ["browserctl", "browsers", "list"], notes });
    expect(`${stdout}${stderr}`).not.toContain("sk-1");
  }
});

test("import curl of a masked --print line takes values from the environment", async () => {
  const words = ["credentials", "create", "shop", "--domain", "shop.example.com", "--value", "password=env:P"];
  const env = { ...own, P: `pa"ss\\w` };
  const printed = await runHere([...words, "--print", "curl"], { env });
  expect(printed.stdout).toContain("BROWSERCTL_BODY_VALUES_PASSWORD:?");
  const refused = await run(printed.stdout, ["-o", "json"]);
  expect(jsonError(refused)).toMatchObject({
    exit_code: 2,
    message: expect.stringMatching(/^position \d+: the variable BROWSERCTL_BODY_VALUES_PASSWORD is not set$/),
  });
  const { stdout } = await run(printed.stdout, ["-o", "json"], { BROWSERCTL_BODY_VALUES_PASSWORD: env.P });
  expect((JSON.parse(stdout) as { words: string[] }).words.at(-1)).toBe(
    JSON.stringify({ values: { password: env.P } }),
  );
});

test("import curl of the built program prints only the line on stdout", async () => {
  const { done } = startCli(["import", "curl", `curl ${base}/browsers -H 'Authorization: Bearer x'`], { env: own });
  const { code, stdout, stderr } = await done;
  expect([code, stdout]).toEqual([0, "browserctl browsers list\n"]);
  expect(stderr).toContain("note: the header authorization is left out");
});

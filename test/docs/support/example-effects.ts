import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { zstdTar } from "../../archive/support/archives.ts";
import type { StartedHome } from "../../support/local-home.ts";
import { runHere } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";
import type { LineResult } from "./example-shell.ts";
import type { ExampleWorld, Send } from "./example-world.ts";

interface Scene {
  readonly home: StartedHome;
  readonly send: Send;
  readonly world: ExampleWorld;
  readonly named: readonly { readonly word: string; readonly list: string; readonly id: string }[];
}

const login = "a login on a website: test/e2e/auth-connections.test.ts, test/docs/managed-auth.test.ts";

/** Lines that do not run here, with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  "browsers process exec shop -t -- bash": "a shell at a terminal",
  "browsers process output shop 5f1c... --follow": "follows until the process ends",
  "browsers run -- node scrape.js": "its program has the terminal: test/e2e/run-session.test.ts",
  "browsers run --profile work -- node scrape.js": "its program has the terminal: test/e2e/run-session.test.ts",
  "browsers run --stealth -- sh -c 'browserctl browsers curl \"$BROWSERCTL_BROWSER_ID\" https://example.com'":
    "its program has the terminal: test/e2e/run-session.test.ts",
  "browsers fs chmod shop 600 /home/user/key.pem --owner user --group user": "the local service has one user",
  "browsers computer clipboard read shop > clip.txt": "a clipboard needs a page that copied",
  "credentials create shop --domain shop.example.com --ask username --ask password": "asks at a terminal",
  "credentials update shop --ask password": "asks at a terminal",
  "proxies create office --host 10.0.0.5 --port 8443 --protocol https --ca-bundle @office.pem": "needs a certificate",
  "proxies check x5p2r9o4x7y1k8e3n6t0l9m2": "needs a proxy: test/commands/proxies",
  "proxies check x5p2r9o4x7y1k8e3n6t0l9m2 --url https://example.com": "needs a proxy: test/commands/proxies",
  "auth token | docker login -u token --password-stdin registry.example.com": "needs docker and a registry",
  "api-keys create ci | gh secret set BROWSERCTL_TOKEN": "needs gh",
  "import curl -": "needs the clipboard of macOS",
  "login --context ci --base-url https://browsers.example.com --token-stdin < token.txt": "needs that service",
  "login --store env --token-env SHOP_TOKEN": "needs a hosted context in use",
  logout: "needs a hosted context in use",
  "completion powershell | Out-String | Invoke-Expression": "needs PowerShell",
  "completion install": "asks which shell started it: test/commands/completion/install.test.ts",
  "completion uninstall": "asks which shell started it: test/commands/completion/install.test.ts",
  "auth token --context ci --reveal": "needs the token of a hosted context",
  "logout --context ci": "needs the token of a hosted context",
  "logout --all-contexts": "needs the token of a hosted context",
  "doctor --context prod --only network --only service": "needs that service",
  "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2": login,
  "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --field identifier=@username.txt --field password=env:PASSWORD":
    login,
  "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --field password=@password.txt --choice sms --wait-for-person":
    login,
  "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --attach": login,
  "auth connections login a6u2t8h4c0o5n9n3e7c1t8i2 --hosted": login,
  "auth connections watch a6u2t8h4c0o5n9n3e7c1t8i2": login,
  "auth connections watch a6u2t8h4c0o5n9n3e7c1t8i2 -o jsonl --timeout 10m": login,
  "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2": login,
  "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --field identifier=ada --field password=env:PASSWORD": login,
  "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --field password=- < password.txt": login,
  "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --choice sms": login,
  "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --interaction i7c2n4q8 --field password=env:PASSWORD": login,
  "auth connections cancel a6u2t8h4c0o5n9n3e7c1t8i2": login,
  "auth connections cancel a6u2t8h4c0o5n9n3e7c1t8i2 --yes": login,
  "auth connections check a6u2t8h4c0o5n9n3e7c1t8i2": login,
  "auth connections check a6u2t8h4c0o5n9n3e7c1t8i2 -o json --query result": login,
  "browsers fs watch shop /home/user/out": "follows without end",
  "browsers fs watch shop /home/user -r -o jsonl": "follows without end",
  "wait browser shop --for deleted --timeout 10m": "waits for what another does",
  "wait invocation i7f2 --for status=running": "waits for what another does",
  "wait connection a6u2t8h4c0o5n9n3e7c1t8i2 --for status=AUTHENTICATED": "waits for a login",
  "local setup": "installs packages",
  "local setup --browser /opt/chrome/chrome": "needs that browser",
  "local start --port 8080 --foreground": "runs until it is stopped",
  "local stop": "ends the service of this test",
  "local stop --yes": "ends the service of this test",
  "local reset --yes": "ends the service of this test",
  "local reset": "ends the service of this test",
  "local start --demo-site": "ends the service of this test",
  "local start --chaos error=5%,drop-stream=10%": "ends the service of this test",
  "local logs --follow --level warn": "follows without end",
  "login --base-url https://browsers.example.com": "asks for a token at a terminal",
  "login --store keychain": "needs a keychain",
  "login --store command -- op read op://work/browsers/token": "needs a password manager",
};

/** Files of the session that a line about files reads, moves or deletes. */
export function sessionFiles(line: string): string[] {
  const [, verb = "", rest = ""] = /^browsers fs (\S+) shop (.*)/.exec(line) ?? [];
  if (/^(write|mkdir|upload|upload-zip|watch)$/.test(verb)) return [];
  const paths = rest.replace(/ --.*$/, "").match(/\/\S+/g) ?? [];
  return (verb === "mv" ? paths.slice(0, 1) : paths).map((path) =>
    /\.\w+$|done$/.test(path) ? path : `${path}/kept/a.txt`,
  );
}

/** Needs of a line beside the records that it names. */
export const preparations: Readonly<Record<string, (scene: Scene) => unknown>> = {
  "browsers fs read shop /home/user/result.json | jq .": async ({ send, named: [session] }) =>
    send("PUT", `/browsers/${session?.id}/fs/write_file?path=/home/user/result.json`, { bytes: "{}" }),
  "browsers list --status all --tag team=web --all -o json": ({ world }) => world.ensure("browsers", "shop"),
  "browsers fs write shop /home/user/run.sh @run.sh --mode 755": write("run.sh", "echo hi\n"),
  "browsers fs upload-zip shop site.zip --dest /home/user/site": write(
    "site.zip",
    rawZip([{ name: "a.txt", data: "a" }]),
  ),
  "browsers fs upload-zip shop ./site --dest /home/user/site": write("site/a.txt", "a"),
  "profiles download work": gone("work.tar.zst"),
  "profiles import work.tar.zst --name office": async (scene) => {
    await scene.world.free("/profiles", "office");
    write("work.tar.zst", zstdTar({ "Local State": "{}" }))(scene);
  },
  "profiles import ~/.config/chromium --name mine": ({ world }) => world.free("/profiles", "mine"),
  "auth connections list --profile-name customer": async ({ send }) =>
    send("POST", "/auth/connections", { json: { domain: "list.example.com", profile_name: "customer" } }),
  "invocations cancel i7f2": cancellable,
  "invocations list --status running": async ({ send, world }) => {
    const id = await world.invoke("wait");
    await until(async () => (await send("GET", `/invocations/${id}`)).body.status === "running");
  },
  "api PUT '/browsers/shop/fs/write_file?path=/home/user/data.csv' --input @data.csv": ({ world }) =>
    world.ensure("browsers", "shop"),
  "batch commands.ndjson --stop-on-error": ({ world }) => world.ensure("browsers", "shop"),
  "invocations cancel i7f2 --yes": cancellable,
  "projects unarchive shop": async ({ send, named: [project] }) =>
    send("PATCH", `/org/projects/${project?.id}`, { json: { status: "archived" } }),
  "context unbind ~/shop": async (scene) => {
    mkdirSync(join(scene.home.dir, "shop"), { recursive: true });
    await runHere(["context", "use", "local", "--here"], { home: scene.home, cwd: join(scene.home.dir, "shop") });
  },
  "credentials list --domain shop.example.com -o json": ({ world }) => world.ensure("credentials", "shop"),
  "apps init": gone("example-app"),
  "apps deploy example-app": write("example-app/app.ts", app("example-app")),
  "apps deploy src/shop.ts --root . --app-version 1.4.0 --env-file prod.env": write("project/src/shop.ts", app("shop")),
  "apps deploy shop --include-modules --env LEVEL=debug": write("shop/app.ts", app("shop")),
  "extensions download blocker": gone("blocker.zip"),
  "config get output": run("config", "set", "output", "text"),
  "config get timeout -o json": run("config", "set", "timeout", "2m"),
  "config unset timeout": run("config", "set", "timeout", "2m"),
  "config unset output": run("config", "set", "output", "text"),
  "context unbind": run("context", "use", "local", "--here"),
  "context rename shop shop-production": run("context", "rename", "staging", "shop"),
};

/** Makes the invocation of a line one that lasts. */
async function cancellable({ named, world }: Scene): Promise<void> {
  const [invocation] = named;
  if (invocation) Object.assign(invocation, { id: await world.invoke("wait") });
}

function write(name: string, content: string | Uint8Array): (scene: Scene) => void {
  return ({ home }) => {
    const path = join(home.dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
}

function gone(name: string): (scene: Scene) => void {
  return ({ home }) => rmSync(join(home.dir, name), { recursive: true, force: true });
}

function run(...words: string[]): (scene: Scene) => Promise<unknown> {
  return ({ home }) => runHere(words, { home });
}

function app(name: string): string {
  return `export default { name: ${JSON.stringify(name)}, actions: { import: () => 1 } };`;
}

/** Ends the state that a group of lines sets for all others. */
export const restorations: Readonly<Record<string, (scene: Scene) => unknown>> = {
  "local chaos": run("local", "chaos", "off"),
  "local clock": run("local", "clock", "reset"),
};

/** Effects that do not follow from the operation of a command. */
export const effects: Readonly<Record<string, (scene: Scene & { ran: LineResult }) => unknown>> = {
  "browsers fs download shop /home/user/report.pdf": downloaded("report.pdf"),
  "browsers fs download shop /home/user/Downloads/invoice.pdf --out may.pdf --force": downloaded("may.pdf"),
  "browsers fs read shop /tmp/trace.zip --out trace.zip": downloaded("trace.zip"),
  "browsers fs write shop /home/user/hello.txt 'hello'": async ({ send, named: [session] }) => {
    const { text } = await send("GET", `/browsers/${session?.id}/fs/read_file?path=/home/user/hello.txt`);
    expect(text).toBe("hello");
  },
  "profiles get work --query last_used_at": ({ ran }) => expect(ran.stdout).toBe(""),
  "proxies get x5p2r9o4x7y1k8e3n6t0l9m2 --query status": ({ ran }) => expect(ran.stdout).toBe(""),
  "profiles download work": exists("work.tar.zst"),
  "extensions download blocker": exists("blocker.zip"),
  "invocations tail i7f2": ({ ran }) => expect(ran.stdout).toContain("opening"),
  "invocations tail i7f2 --since 5m --filter error": nothing,
  "invocations browsers i7f2": nothing,
  "invocations browsers i7f2 --query '[].session_id'": nothing,
  "projects archive shop": archived("archived"),
  "projects archive shop --yes": archived("archived"),
  "projects unarchive shop": archived("active"),
  "projects use default": ({ home }) =>
    expect(
      JSON.parse(readFileSync(join(home.configDir, "settings.json"), "utf8")).contexts.local.project,
    ).toBeDefined(),
  "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2": nothing,
  "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2 --type health_check --all -o jsonl": nothing,
  "auth connections timeline a6u2t8h4c0o5n9n3e7c1t8i2 --query \"[?status=='FAILED'].[timestamp,error_code,error_message]\"":
    nothing,
  "local chaos off -q": nothing,
  "completion bash > ~/.local/share/bash-completion/completions/browserctl": exists(
    ".local/share/bash-completion/completions/browserctl",
  ),
  "completion bash > ~/.config/browserctl.bash && echo '. ~/.config/browserctl.bash' >> ~/.bashrc": exists(".bashrc"),
  "completion zsh > ~/.zfunc/_browserctl": exists(".zfunc/_browserctl"),
  "completion fish > ~/.config/fish/completions/browserctl.fish": exists(".config/fish/completions/browserctl.fish"),
  "api PUT '/browsers/shop/fs/write_file?path=/home/user/data.csv' --input @data.csv": async ({ send }) => {
    const { text } = await send("GET", "/browsers/shop/fs/read_file?path=/home/user/data.csv");
    expect(text).toBe("{}");
  },
  "auth status --query \"[?state!='valid'].context\"": nothing,
};

function downloaded(name: string): (scene: Scene) => void {
  return ({ home }) => expect(readFileSync(join(home.dir, name), "utf8")).toBe("hello");
}

function exists(name: string): (scene: Scene) => void {
  return ({ home }) => expect(existsSync(join(home.dir, name))).toBe(true);
}

function nothing({ ran }: { ran: LineResult }): void {
  expect(ran.stdout).toBe("");
}

function archived(status: string): (scene: Scene) => Promise<void> {
  return async ({ send, named: [project] }) => {
    expect((await send("GET", `/org/projects/${project?.id}`)).body.status).toBe(status);
  };
}

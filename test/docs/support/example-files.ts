import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zip, zstdTar } from "../../archive/support/archives.ts";
import { writeExampleContent } from "../../support/cli/example-content.ts";
import type { ExampleStage } from "./example-stage.ts";

/** An extension that marks each page. */
function extension(name: string): Record<string, string> {
  const content_scripts = [{ matches: ["<all_urls>"], js: ["mark.js"] }];
  return {
    "manifest.json": JSON.stringify({ manifest_version: 3, name, version: "1", content_scripts }),
    "mark.js": `document.documentElement.dataset[${JSON.stringify(name)}] = "yes";`,
  };
}

/** A program in place of one that this machine need not have: it keeps its stdin and its words. */
const standIn = `#!/bin/sh
printf '%s ' "$@" > "$HOME/$(basename "$0").words"
cat > "$HOME/$(basename "$0").stdin"
`;

/** Files that examples name, with content that has an effect. */
export function writeStageContent(stage: ExampleStage): void {
  writeExampleContent(stage.home);
  const { site } = stage.sites;
  const drive = `const { chromium } = await import("playwright-core");
const browser = await chromium.connectOverCDP(process.env.BROWSERCTL_CDP_URL);
const page = browser.contexts()[0].pages()[0];
await page.goto("${site.url}/");
console.log(await page.title());
await browser.close();
`;
  const files: Record<string, string | Uint8Array> = {
    "token.txt": `${stage.token}\n`,
    "login.js": `await page.goto("${site.url}/login");\nreturn page.url();\n`,
    "helpers.js": `async function visit(path) {\n  await page.goto(new URL(path, "${site.url}").href);\n}\nvisit.name\n`,
    "steps.js": `async function toLogin() {\n  await page.goto("${site.url}/login");\n}\nawait toLogin()\npage.url()\n`,
    "tools.js": `[{ kind: "page", match: { url_patterns: ["${site.url}/*"] }, execute: () => document.title,
      tool: { name: "title", description: "Title of the page", inputSchema: { type: "object" } } }]`,
    "prices.ts": 'const prices: string[] = await page.locator(".price").allTextContents();\nreturn prices;\n',
    "input.json": '{"query":"red shoes"}',
    "scrape.js": drive,
    "drive.js": drive,
    "package.json": '{"type":"module"}\n',
    "actions.json":
      '[{"type":"click_mouse","click_mouse":{"x":10,"y":20}},{"type":"sleep","sleep":{"duration_ms":10}}]',
    "run.sh": "echo hi\n",
    "data.csv": "name,price\nshoes,12\n",
    "words.txt": "red\nblue\nred\n",
    "clip.txt": "red shoes\n",
    "order.json": '{"items":3}',
    "orders.json": '{"ids":[1,2]}',
    "session.json": '{"headless":true,"tags":{"from":"file"}}',
    "site.zip": zip({ "a.txt": "a" }),
    "site/a.txt": "a",
    "example-app/app.ts": app("example-app"),
    "project/src/shop.ts": app("shop"),
    "shop/app.ts": app("shop"),
    "office.pem": readFileSync(join(import.meta.dirname, "../../support/servers/certs/trusted.crt")),
    "work.tar.zst": zstdTar({ "Local State": "{}" }),
  };
  for (const [directory, name] of [
    ["my-extension", "mine"],
    ["dist", "dist"],
  ] as const) {
    for (const [path, text] of Object.entries(extension(name))) files[`${directory}/${path}`] = text;
  }
  files["blocker.zip"] = zip(extension("blocker"));
  files["blocker-1.4.zip"] = zip(extension("blocker"));
  for (const [name, content] of Object.entries(files)) stage.write(name, content);
  for (const name of ["gh", "docker"]) stage.write(`bin/${name}`, standIn, 0o755);
  stage.write("bin/op", '#!/bin/sh\nexec cat "$HOME/token.txt"\n', 0o755);
  stage.write("bin/pbpaste", '#!/bin/sh\nexec cat "$HOME/pasted.txt"\n', 0o755);
}

function app(name: string): string {
  return `export default { name: ${JSON.stringify(name)}, actions: { import: () => 1 } };`;
}

import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import { createHome, type Home, program, removeHome, spawnCli } from "../../support/cli/run-cli.ts";
import { ViewTerminal } from "../../tui/support/view-terminal.ts";
import { svgOf } from "./svg.ts";
import { fixes, rowsOf } from "./terminal-rows.ts";

/** Columns and rows of the terminal; rows at its end that are empty are left out. */
const [COLUMNS, ROWS] = [104, 15];

/** App whose action writes a log, and runs until it is cancelled. */
const app = `import { setTimeout } from "node:timers/promises";
import { defineApp } from "browserctl/app";
const lines = [
  "INFO  opening https://shop.example.com",
  "DEBUG 3 cookies from the profile work",
  "INFO  page 1: 24 prices",
  "INFO  page 2: 24 prices",
  "WARN  page 3: 2 prices are missing, trying again",
  "INFO  page 3: 24 prices",
  "ERROR page 4: HTTP 503",
  "INFO  page 4: 24 prices",
  JSON.stringify({ level: "info", page: 5, prices: 11 }),
];
export default defineApp({
  name: "shop",
  actions: {
    prices: async (context) => {
      for (const line of lines) console.log(line);
      await setTimeout(3_600_000, undefined, { signal: context.signal });
    },
  },
});
`;

/** Names of the pictures, files `docs/<name>.svg`. */
export const pictureNames = ["browsers-list", "log-view", "login-view"] as const;
export type PictureName = (typeof pictureNames)[number];

/** The pictures as SVG by name, each from a run of the built program at a terminal. */
export async function takePictures(): Promise<Readonly<Record<PictureName, string>>> {
  const shown = withService(sessionsAndLog, { fakeBrowser: true });
  const login = withService(loginView);
  // Both end their service before a failure of one is reported.
  await Promise.allSettled([shown, login]);
  return { ...(await shown), ...(await login) };
}

interface Scene {
  readonly home: Home;
  /** Runs a command that must succeed. Returns its output. */
  readonly run: (...words: readonly string[]) => Promise<string>;
  /**
   * Takes a picture of a command once its screen has shown all texts, or once it has ended where there are none. After a
   * text keys are typed, or a function is called.
   */
  readonly picture: (
    words: readonly string[],
    ...texts: readonly (readonly [text: string, next?: string | (() => void)])[]
  ) => Promise<string>;
}

async function sessionsAndLog({ home, run, picture }: Scene) {
  await run("local", "start");
  await run("browsers", "create", "checkout", "--headless", "--viewport", "1280x720", "--timeout-seconds", "10m");
  await run("browsers", "create", "prices", "--headless", "--stealth", "--tag", "team=web");
  await run("profiles", "create", "work");
  await run("browsers", "create", "inbox", "--headless", "--profile", "work", "--timeout-seconds", "2h");
  mkdirSync(join(home.dir, "shop"));
  writeFileSync(join(home.dir, "shop/app.ts"), app);
  await run("apps", "deploy", join(home.dir, "shop/app.ts"));
  return {
    "browsers-list": await picture(["browsers", "list"]),
    "log-view": await picture(["invoke", "shop", "prices"], ['"prices":11'], ["9 lines · connected"], ["running"]),
  };
}

async function loginView({ run, picture }: Scene) {
  const { demo_site } = JSON.parse(await run("local", "start", "--demo-site", "-o", "json")) as { demo_site: string };
  await using gate = await gateTo(new URL("/totp", demo_site).href);
  const connection = ["create", "localhost", "--profile-name", "customer", "--login-url", gate.url, "-q"];
  const id = await run("auth", "connections", ...connection);
  return {
    "login-view": await picture(
      ["auth", "connections", "login", id.trim()],
      ["Looking for the login form", gate.open],
      ["Live view:"],
      ["> User name", "alice\r"],
      ["> Password", "wonder"],
      ["••••••"],
    ),
  };
}

/** A page that redirects to another one, but not before it is opened. */
async function gateTo(target: string) {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = createServer(async (_, response) => {
    await opened;
    response.writeHead(302, { location: target }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
  };
  return { url, open, [Symbol.asyncDispose]: close };
}

/** Takes a scene in a home of its own, whose local service is stopped at the end. */
async function withService<T>(scene: (scene: Scene) => Promise<T>, { fakeBrowser = false } = {}): Promise<T> {
  const home = createHome();
  if (fakeBrowser) home.env["BROWSERCTL_CHROMIUM"] = writeFakeBrowser();
  const run: Scene["run"] = async (...words) => {
    const { code, stdout, stderr } = await spawnCli(words, { home }).done;
    if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const picture: Scene["picture"] = async (words, ...texts) => {
    const view = new ViewTerminal(program, { args: words, columns: COLUMNS, rows: ROWS }, home.env);
    try {
      if (texts.length === 0) await view.ended();
      for (const [text, next = ""] of texts) {
        await view.shows(text);
        if (typeof next === "string") view.type(next);
        else next();
      }
      const fix = fixes();
      return svgOf({ command: fix(["browserctl", ...words].join(" ")), columns: COLUMNS, rows: rowsOf(view, fix) });
    } finally {
      await view.close();
    }
  };
  try {
    return await scene({ home, run, picture });
  } finally {
    await run("local", "stop", "--yes");
    removeHome(home);
  }
}

import type { Target } from "./target.ts";

/** Result of a command of the tour. */
export interface Outcome {
  exitCode: number;
  stdout: string;
  /** Both streams as a person sees them. */
  all: string;
}

export interface Step {
  /** Title of the step, on one line. */
  says: string;
  args: (facts: Facts) => readonly string[];
  /** Text for stdin. */
  stdin?: string;
  exitCode?: number;
  /** Check that throws when the command did not work. */
  check: (outcome: Outcome, facts: Facts) => void | Promise<void>;
}

/** Values that a step passes to later steps. */
export interface Facts {
  target: Target;
  /** Path of the screenshot. */
  picture: string;
  /** Id of the session. */
  id: string;
  /** Id of the process that gets input and is killed. */
  process: string;
}

/** Steps of the tour: real commands, in the order in which a new user would type them. */
export const tour: readonly Step[] = [
  {
    says: "Find Chromium, or install it",
    args: () => ["local", "setup"],
    check: ({ all }) => expect(all, /\d+\.\d+/),
  },
  {
    says: "Start the service on this machine",
    args: () => ["local", "start"],
    check: ({ all }) => expect(all, /http:\/\/127\.0\.0\.1:\d+/),
  },
  {
    says: "Open a browser session at a page",
    args: ({ target }) => [
      "browsers",
      "create",
      "--name",
      "tour",
      "--viewport",
      "1280x720",
      "--start-url",
      `${target.url}/`,
      "-o",
      "table",
    ],
    check: ({ stdout }, facts) => {
      facts.id = /session_id\s+(\S+)/.exec(stdout)?.[1] ?? "";
      expect(stdout, /cdp_ws_url\s+ws:\/\/127\.0\.0\.1/);
      if (!facts.target.requests.some(({ path, userAgent }) => path === "/" && /Chrome/.test(userAgent))) {
        throw new Error("the page was not opened by a Chromium");
      }
    },
  },
  {
    says: "See it in the list",
    args: () => ["browsers", "list", "-o", "table"],
    check: ({ stdout }, { id }) => expect(stdout, new RegExp(id)),
  },
  {
    says: "Send an HTTP request through that browser: its user agent, and the cookie its page was given",
    args: ({ id, target }) => ["browsers", "curl", id, `${target.url}/hello`, "--include"],
    check: ({ stdout }) => {
      expect(stdout, /^HTTP 200$/m);
      expect(stdout, /Chrome\/\d+/);
      expect(stdout, /visited=yes/);
    },
  },
  {
    says: "A failure has an exit code and says why",
    args: ({ id }) => ["browsers", "curl", id, "http://does-not-exist.invalid/"],
    exitCode: 8,
    check: ({ all }) => expect(all, /ERR_NAME_NOT_RESOLVED/),
  },
  {
    says: "Type into the page",
    args: ({ id }) => ["browsers", "computer", "type", id, "Grüße, 世界"],
    check: ({ all }) => expect(all, /Typed/),
  },
  {
    says: "Read it back with Playwright",
    args: ({ id }) => ["browsers", "playwright", "execute", id, "return await page.locator('input').inputValue()"],
    check: ({ stdout }) => expect(stdout, /^Grüße, 世界$/m),
  },
  {
    says: "Copy it as a person would",
    args: ({ id }) => ["browsers", "computer", "press", id, "Ctrl+a", "Ctrl+c"],
    check: ({ all }) => expect(all, /Pressed/),
  },
  {
    says: "The session has a clipboard of its own",
    args: ({ id }) => ["browsers", "computer", "clipboard", "read", id],
    check: ({ stdout }) => expect(stdout, /^Grüße, 世界$/),
  },
  {
    says: "Run a command in the session, in a pipe like any other",
    args: ({ id }) => ["browsers", "process", "exec", id, "-i", "--", "sort", "-n"],
    stdin: "10\n9\n8\n",
    check: ({ stdout }) => expect(stdout, /^8\n9\n10$/),
  },
  {
    says: "Leave one running",
    args: ({ id }) => [
      "browsers",
      "process",
      "spawn",
      id,
      "-o",
      "table",
      "--",
      "sh",
      "-c",
      'read line; echo "got $line"; sleep 1000',
    ],
    check: ({ stdout }, facts) => {
      facts.process = /process_id\s+(\S+)/.exec(stdout)?.[1] ?? "";
      expect(stdout, /pid\s+\d+/);
    },
  },
  {
    says: "Feed it",
    args: ({ id, process }) => ["browsers", "process", "stdin", id, process, "hello\n"],
    check: ({ all }) => expect(all, /Wrote 6 bytes/),
  },
  {
    says: "End it",
    args: ({ id, process }) => ["browsers", "process", "kill", id, process],
    check: ({ all }) => expect(all, /Sent the signal/),
  },
  {
    says: "What it wrote, and how it ended: 143 is TERM",
    args: ({ id, process }) => ["browsers", "process", "output", id, process, "--follow"],
    exitCode: 143,
    check: ({ stdout }) => expect(stdout, /^got hello$/m),
  },
  {
    says: "See the page",
    args: ({ id, picture }) => ["browsers", "computer", "screenshot", id, "--out", picture, "--force"],
    check: async (_, { picture }) => {
      const { readFile } = await import("node:fs/promises");
      const png = await readFile(picture);
      const size = `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
      if (png.toString("latin1", 1, 4) !== "PNG" || size !== "1280x720")
        throw new Error(`the picture is ${size}, not a PNG of 1280x720`);
    },
  },
  {
    says: "Run a program with a session of its own, which ends with it",
    args: () => ["browsers", "run", "--", "node", "-p", "process.env.BROWSERCTL_CDP_URL.split('?')[0]"],
    check: ({ stdout }) => expect(stdout, /^ws:\/\/127\.0\.0\.1:\d+\/browsers\/[a-z0-9]{24}\/cdp$/m),
  },
  {
    says: "End the session",
    args: () => ["browsers", "delete", "tour", "--yes"],
    check: ({ all }) => expect(all, /Ended session tour/),
  },
  {
    says: "Stop the service",
    args: () => ["local", "stop"],
    check: ({ all }) => expect(all, /Stopped the local service/),
  },
];

function expect(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`its output does not match ${pattern}`);
}

// A process of its own for the tests of the settings file: `writer.ts <config dir> <what> …`; prints one line of JSON.
import { CliError } from "../../../src/core/errors.ts";
import { loadSettings } from "../../../src/settings/load-settings.ts";
import { settingsPaths } from "../../../src/settings/paths.ts";
import { updateSettings } from "../../../src/settings/write-settings.ts";

const [configDir = "", what = "", ...rest] = process.argv.slice(2);
const paths = await settingsPaths({ BROWSERCTL_CONFIG_DIR: configDir, BROWSERCTL_STATE_DIR: configDir }, "/");
const notices: string[] = [];
const notice = (text: string): void => {
  notices.push(text);
};
const say = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const actions: Record<string, () => Promise<unknown>> = {
  /** Adds one context for each name, one write each. */
  async add() {
    for (const name of rest) {
      await updateSettings(
        paths,
        (settings) => {
          settings.contexts[name] = { kind: "hosted", base_url: "https://a.example", token: `token-${name}` };
          return settings;
        },
        { warn: notice },
      );
    }
    return { notices };
  },
  /** Adds one context with a token of so many characters. */
  async long() {
    const token = "t".repeat(Number(rest[0]));
    await updateSettings(paths, (old) => ({ ...old, contexts: { ...old.contexts, long: { kind: "hosted", token } } }), {
      warn: notice,
    });
    return { notices };
  },
  async load() {
    return { settings: await loadSettings(paths, { warn: notice }), notices };
  },
  /** Writes without end, until killed. */
  async forever() {
    for (let count = 0; ; count++) {
      await updateSettings(paths, (old) => ({ ...old, values: { timeout: `${count + 1}s` } }), { warn: notice });
      if (count === 0) say("writing");
    }
  },
  /** Counts how often one SIGINT arrives after a write. */
  async signal() {
    let heard = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    process.on("SIGINT", () => {
      heard++;
      setImmediate(() => setImmediate(resolve));
    });
    await updateSettings(paths, (old) => ({ ...old, current: "a" }), { warn: notice });
    // A signal alone does not keep a process running.
    const stay = setInterval(() => {}, 60_000);
    process.kill(process.pid, "SIGINT");
    await promise;
    clearInterval(stay);
    return { heard, listeners: process.listenerCount("SIGINT"), quit: process.listenerCount("SIGQUIT") };
  },
};

const mask = process.env["TEST_UMASK"];
if (mask !== undefined) process.umask(Number.parseInt(mask, 8));
try {
  say(await actions[what]?.());
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  say({ exit: error.exit, message: error.message, notices });
  process.exitCode = error.exitNumber;
}

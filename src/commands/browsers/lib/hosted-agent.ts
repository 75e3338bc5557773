import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_PLAYWRIGHT_CODE, MAX_WAIT_MS } from "../../../contract/limits.ts";
import { CliError, fileError } from "../../../core/errors.ts";
import { withFileLock } from "../../../core/file-lock.ts";
import { makeDirectory } from "../../../core/make-directory.ts";
import { packageText } from "../../../core/package-text.ts";
import { HIDDEN_VALUE } from "../../../page-agent/hidden-value.ts";
import type { PageScripts } from "../../../page-agent/hosted-page.ts";
import type { HostedAnswer, HostedInput, HostedWork } from "../../../page-agent/program.ts";
import type { WorkName } from "../../../page-agent/works.ts";
import type { AgentTools } from "./agent-calls.ts";

/** Maximum size of the state in the code of a call, in characters; {@link MAX_PLAYWRIGHT_CODE} is the limit for all of it. */
const MAX_STATE = 600_000;
/** Time limits of a call in seconds: what all may take, what each act adds, and the limit of the operation. */
const BASE_SECONDS = 60;
const ACT_SECONDS = 5;
const MAX_SECONDS = 300;
/** Wait for another call of the same session, in milliseconds. */
const LOCK_MS = MAX_SECONDS * 1_000;
/** Age at which the state of a session is removed. */
const MAX_AGE_MS = 7 * 86_400_000;

type StoredState = NonNullable<HostedInput["state"]>;

/** Scripts of pages that a work needs; that of elements by default. */
const scriptsOf: { readonly [Name in WorkName]?: readonly (keyof PageScripts)[] } = {
  act: ["element", "rest"],
  navigate: ["rest"],
  tab: ["rest"],
  dialog: ["rest"],
  read: ["element", "reader"],
  screenshot: ["element", "painter"],
  console: [],
  network: [],
  cookies: [],
  cookieChange: [],
  storage: [],
  storageChange: [],
};

/**
 * Does the work of an agent in a hosted session: the API has no operation for it, so the same code as in the local service is
 * executed by Playwright there. The references of the session are kept in the state directory, without secrets.
 */
export async function workHosted(tools: AgentTools, id: string, work: HostedWork): Promise<HostedAnswer> {
  // A preview shows the code as it would be sent, without what nobody may see.
  if (tools.previewing) return execute(tools, id, { work: withoutSecrets(work), state: undefined, scripts: {} });
  const { baseUrl, project } = tools.service();
  const directory = join(tools.settings.paths.stateDir, "agents");
  try {
    makeDirectory(directory, 0o700);
  } catch (error) {
    throw fileError("create", directory, error);
  }
  const key = JSON.stringify([baseUrl, project, id]);
  const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
  const file = join(directory, `${name}.json`);
  return withFileLock(join(directory, `${name}.lock`), { timeoutMs: LOCK_MS }, async () => {
    const state = await readState(file);
    if (!state) {
      await removeOld(directory, tools.now());
      tools.note("This service has no operation for agents: each call runs Playwright code in the session instead.");
    }
    const answer = await execute(tools, id, { work, state, scripts: await scriptsFor(work) });
    await writeState(file, trimmed(answer.state));
    return answer;
  });
}

async function scriptsFor({ name }: HostedWork): Promise<PageScripts> {
  const names = scriptsOf[name] ?? ["element"];
  const texts = names.map(async (script) => [script, await packageText("dist", "page-agent", `${script}.js`)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function execute(tools: AgentTools, id: string, input: HostedInput): Promise<HostedAnswer> {
  const code = `${await packageText("dist", "page-agent", "program.js")};\nreturn await browserctlAgent.run(page, ${JSON.stringify(input)});`;
  if (code.length > MAX_PLAYWRIGHT_CODE && !tools.previewing) throw tooLarge(code.length);
  const body = { code, timeout_sec: secondsFor(input.work) };
  const {
    error = "the code failed",
    result,
    success,
  } = await tools.call("playwright.execute", { params: { id }, body });
  if (!success) throw new CliError("outcome-failed", error, { code: "script_failed" });
  return result as HostedAnswer;
}

/** Error for a value that the code of a call has no room for. Nothing was sent. */
function tooLarge(length: number): CliError {
  const [limit, over] = [MAX_PLAYWRIGHT_CODE, length - MAX_PLAYWRIGHT_CODE].map((count) =>
    count.toLocaleString("en-US"),
  );
  const words = `a call of this service takes ${limit} characters, with its program; the value is ${over} too long`;
  return new CliError("outcome-failed", words, { code: "too_large" });
}

/** Seconds that the work may take, within the limit of the operation. */
function secondsFor(work: HostedWork): number {
  if (work.name === "waitFor") return BASE_SECONDS + MAX_WAIT_MS / 1_000;
  if (!isActs(work)) return BASE_SECONDS;
  const acts = work.request.acts.map(({ wait_ms = 0 }) => ACT_SECONDS + Math.ceil(wait_ms / 1_000));
  return Math.min(MAX_SECONDS, BASE_SECONDS + acts.reduce((sum, seconds) => sum + seconds, 0));
}

function withoutSecrets(work: HostedWork): HostedWork {
  if (!isActs(work)) return withoutValue(work);
  const acts = work.request.acts.map((act) => (act.secret ? { ...act, value: HIDDEN_VALUE } : act));
  return { ...work, request: { acts } };
}

/** A work without the value that it stores. */
function withoutValue(work: HostedWork): HostedWork {
  const { request } = work;
  if (request === undefined || !("value" in request)) return work;
  return { ...work, request: { ...request, value: HIDDEN_VALUE } };
}

function isActs(work: HostedWork): work is HostedWork<"act"> {
  return work.name === "act";
}

async function readState(file: string): Promise<StoredState | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as StoredState;
  } catch {
    // A damaged state is like none: its references are unknown, and new ones are given by the next snapshot.
    return undefined;
  }
}

async function writeState(file: string, state: StoredState): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, JSON.stringify(state), { mode: 0o600 });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw fileError("write", file, error);
  }
}

/** The state without its oldest references, so that it fits into the code of the next call. */
function trimmed(state: StoredState): StoredState {
  let { references } = state.references;
  let { remembered } = state;
  const size = (): number => JSON.stringify([references, remembered]).length;
  while (size() > MAX_STATE && references.length > 100) references = references.slice(Math.ceil(references.length / 4));
  if (size() > MAX_STATE) remembered = [];
  return { ...state, references: { ...state.references, references }, remembered };
}

async function removeOld(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const file = join(directory, name);
    const facts = await stat(file).catch(() => undefined);
    if (facts && now - facts.mtimeMs > MAX_AGE_MS) await rm(file, { force: true });
  }
}

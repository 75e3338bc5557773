import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../../src/service/lifecycle/serve.ts";
import { type LoginPhase, type PhaseEnd, phaseChannel } from "../../src/service/login/flow/login-phases.ts";
import { type Bench, interleaved, median, type Row, type Service, temporaryDirectory, timesFloor } from "./bench.ts";
import { commandLine } from "./create.ts";
import { type LoginSite, loginSites, user } from "./login-sites.ts";

const phases: Readonly<Record<LoginPhase, string>> = {
  start: "start of the browser",
  attach: "attach",
  open: "open and first reading",
  fill: "fill and press",
  judge: "answer and judgement",
  finish: "finish",
  save: "save",
};

/** Milliseconds of each phase, one number for each login. */
type PhaseTimes = Readonly<Record<LoginPhase, number[]>>;

/**
 * A login of an auth connection, from its request until the profile is stored, against the same login by Playwright with
 * a profile of its own: its start, its page and its end. Beside the whole, the phases of the login are printed.
 */
export async function benchLogin(bench: Bench): Promise<readonly Row[]> {
  const service = await serviceInProcess(bench);
  const [executablePath = ""] = await commandLine(service);
  const directory = await temporaryDirectory(bench);
  const rows: Row[] = [];
  for (const site of await loginSites(bench)) {
    const seen: PhaseTimes = { start: [], attach: [], open: [], fill: [], judge: [], finish: [], save: [] };
    const { service: own, byHand } = await interleaved(bench, bench.long ? 20 : 5, {
      byHand: () => logInByHand(site, executablePath, join(directory, "profile")),
      service: () => logIn(service, site, seen),
    });
    rows.push(timesFloor(`login (${site.name}) / by hand`, own, byHand));
    for (const [phase, name] of Object.entries(phases)) {
      rows.push({ name: `login (${site.name}): ${name}`, value: median(seen[phase as LoginPhase]) });
    }
  }
  return rows;
}

/** Logs in with a new connection and profile. Adds the times of the phases to `seen`. */
async function logIn(service: Pick<Service, "api">, { url }: LoginSite, seen: PhaseTimes): Promise<number> {
  const name = `bench-${performance.now()}`;
  await service.api("POST", "/credentials", { name, domain: "localhost", values: user });
  const settings = { domain: "localhost", profile_name: name, login_url: url, credential: { name } };
  const { id } = await service.api("POST", "/auth/connections", { ...settings, health_checks: false });
  const started = performance.now();
  const spent: Partial<Record<LoginPhase, number>> = {};
  let last = started;
  const saved = Promise.withResolvers<number>();
  const onPhase = (message: unknown): void => {
    const { phase, at } = message as PhaseEnd;
    spent[phase] = (spent[phase] ?? 0) + at - last;
    last = at;
    if (phase === "save") saved.resolve(at);
  };
  subscribe(phaseChannel, onPhase);
  try {
    await service.api("POST", `/auth/connections/${id}/login`, {});
    const end = await Promise.race([saved.promise, failure(service, String(id))]);
    for (const phase of Object.keys(phases) as LoginPhase[]) seen[phase].push(spent[phase] ?? 0);
    return end - started;
  } finally {
    unsubscribe(phaseChannel, onPhase);
    await service.api("DELETE", `/auth/connections/${id}`);
    await service.api("DELETE", `/credentials/${name}`);
  }
}

/** Rejects when a login has failed. */
async function failure({ api }: Pick<Service, "api">, id: string): Promise<never> {
  for (;;) {
    const { flow_status: status, error_message: message } = await api("GET", `/auth/connections/${id}`);
    if (status !== "IN_PROGRESS" && status !== "SUCCESS") throw new Error(`the login ended with ${status}: ${message}`);
    if (status === "SUCCESS") return new Promise(() => {});
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function logInByHand({ url }: LoginSite, executablePath: string, directory: string): Promise<number> {
  await rm(directory, { recursive: true, force: true });
  const started = performance.now();
  const context = await chromium.launchPersistentContext(directory, { executablePath, headless: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("Username").fill(user.username);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator("#home").waitFor();
  await context.close();
  return performance.now() - started;
}

/** Service in this process, so that the ends of its phases are seen. */
async function serviceInProcess(bench: Bench): Promise<Service> {
  const stateDir = join(await temporaryDirectory(bench), "state");
  const options = { version: "0.1.0", env: process.env, port: 0, screen: "headless", handleSignals: false } as const;
  const running = await serve({ ...options, stateDir, log: { write: () => {} } });
  bench.defer(() => running.stop("the benchmarks are over"));
  const { base_url: baseUrl, token } = running.state;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const api: Service["api"] = async (method, path, body) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...content, signal: bench.signal });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
    return answer === "" ? {} : (JSON.parse(answer) as Record<string, unknown>);
  };
  return { pid: process.pid, baseUrl, token, stateDir, api };
}

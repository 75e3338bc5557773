import { expect } from "vitest";
import { until } from "../until.ts";
import { rawZip } from "../zip.ts";
import type { Answer, TestService } from "./service.ts";

/** An event of a stream, as JSON. */
export interface SentEvent {
  event: string;
  timestamp: string;
  message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: records of any kind
  [field: string]: any;
}

/** The source of an app with these actions. */
export function appSource(actions: string, { name = "demo", before = "" } = {}): string {
  return `import { defineApp } from "browserctl/app";
${before}
export default defineApp({ name: ${JSON.stringify(name)}, actions: { ${actions} } });
`;
}

/** An action that prints "waits" and fails as soon as it is told to end. One that does not listen is killed after 2 s. */
export const waitsForItsEnd = `async ({ signal }) => {
  console.log("waits");
  setInterval(() => {}, 60_000);
  await new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
}`;

/** The form of a deployment. */
export function deploymentForm(files: Record<string, string>, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const zip = rawZip(Object.entries(files).map(([path, data]) => ({ name: path, data })));
  form.append("file", new Blob([new Uint8Array(zip)]), "app.zip");
  for (const [key, value] of Object.entries({ entrypoint_rel_path: "app.ts", ...fields })) form.append(key, value);
  return form;
}

/** Deploys an app and waits until it runs or has failed. Gives its record. */
export async function deploy(
  service: Pick<TestService, "api">,
  files: string | Record<string, string>,
  fields: Record<string, string> = {},
): Promise<Answer["body"]> {
  const form = deploymentForm(typeof files === "string" ? { "app.ts": files } : files, fields);
  const created = await service.api("POST", "/deployments", { form });
  expect(created.status, created.text).toBe(201);
  return await until(
    async () => (await service.api("GET", `/deployments/${created.body.id}`)).body,
    ({ status }) => status !== "queued" && status !== "in_progress",
  );
}

/** Deploys an app that must run. */
export async function deployed(
  service: Pick<TestService, "api">,
  actions: string,
  options: { name?: string; before?: string; fields?: Record<string, string> } = {},
): Promise<Answer["body"]> {
  const record = await deploy(service, appSource(actions, options), options.fields);
  expect(record.status, record.status_reason).toBe("running");
  return record;
}

export interface InvokeOptions {
  app?: string;
  version?: string;
  payload?: unknown;
  async?: boolean;
  timeoutSeconds?: number;
}

/** Invokes an action; waits for its end unless it is asked not to. Gives the answer's body. */
export async function invoke(
  service: Pick<TestService, "api">,
  action: string,
  { app = "demo", version = "latest", payload, async = false, timeoutSeconds }: InvokeOptions = {},
): Promise<Answer["body"]> {
  const answer = await service.api("POST", "/invocations", {
    json: {
      app_name: app,
      action_name: action,
      version,
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
      ...(async && { async }),
      ...(timeoutSeconds !== undefined && { async_timeout_seconds: timeoutSeconds }),
    },
  });
  expect(answer.status, answer.text).toBe(async ? 202 : 201);
  return answer.body;
}

/** Waits until an invocation has a status. */
export function reached(service: Pick<TestService, "api">, id: string, ...statuses: string[]): Promise<Answer["body"]> {
  return until(
    async () => (await service.api("GET", `/invocations/${id}`)).body,
    ({ status }) => statuses.includes(status),
  );
}

/** Everything a stream of events sends until it ends; its frames must be whole. */
export async function eventsOf(service: Pick<TestService, "api">, path: string): Promise<SentEvent[]> {
  const { status, text } = await service.api("GET", path);
  expect(status, text).toBe(200);
  expect(text === "" || text.endsWith("\n\n")).toBe(true);
  return parseEvents(text).filter(({ event }) => event !== "sse_heartbeat");
}

/** The events of a text of frames. */
export function parseEvents(text: string): SentEvent[] {
  return text
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => {
      expect(frame.startsWith("data: ")).toBe(true);
      return JSON.parse(frame.slice(6)) as SentEvent;
    });
}

/** The messages among events. */
export function messages(events: readonly SentEvent[]): string[] {
  return events.filter(({ event }) => event === "log").map(({ message }) => message ?? "");
}

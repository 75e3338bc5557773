import type { App, AppBrowser } from "../../../app/define-app.ts";
import { PlainError } from "./error-text.ts";
import { loadApp } from "./load-app.ts";
import type { InvokeInput, RunnerAnswer } from "./protocol.ts";

/** Runs an action of an app, and returns its result as JSON. Throws what the action throws, or a {@link PlainError}. */
export async function invokeAction(input: InvokeInput, signal: AbortSignal): Promise<RunnerAnswer> {
  const run = actionOf(await loadApp(input.file, input.word), input.action);
  const { baseUrl, invocationId, payload, token } = input;
  const request = requests(input, signal);
  const context = {
    invocationId,
    baseUrl,
    token,
    signal,
    request,
    createBrowser: async (options: Readonly<Record<string, unknown>> = {}) =>
      (await request("POST", "/browsers", { ...options, invocation_id: invocationId })) as AppBrowser,
  };
  const result = await run(context, payload === undefined ? undefined : JSON.parse(payload));
  return { task: "invoke", output: asJson(result, input.resultBytes) };
}

function actionOf(app: App, name: string) {
  const action = Object.hasOwn(app.actions, name) ? app.actions[name] : undefined;
  if (!action) throw new PlainError(`the app has no action "${name}"`);
  return typeof action === "function" ? action : action.run.bind(action);
}

/** Function that sends requests to the service as the invocation. */
function requests({ baseUrl, token }: InvokeInput, signal: AbortSignal) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text();
    const value = text === "" ? undefined : (JSON.parse(text) as { message?: string });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${value?.message ?? ""}`);
    return value;
  };
}

function asJson(result: unknown, limit: number): string | undefined {
  let output: string | undefined;
  try {
    output = JSON.stringify(result);
  } catch (error) {
    throw new PlainError(`the result of the action cannot be written as JSON: ${(error as Error).message}`);
  }
  const bytes = output === undefined ? 0 : Buffer.byteLength(output);
  if (bytes > limit) throw new PlainError(`the result of the action is ${bytes} bytes of JSON; the limit is ${limit}`);
  return output;
}

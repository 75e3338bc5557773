import { Socket } from "node:net";
import { pathToFileURL } from "node:url";
import { inspect, stripVTControlCharacters } from "node:util";
import type { App, AppBrowser } from "../../app/define-app.ts";

/** Input of the runner: one line of JSON on its control descriptor. */
export type RunnerInput = {
  /** Allowed names: a regular expression, and its description. */
  readonly word: { readonly pattern: string; readonly expects: string };
} & (
  | {
      readonly task: "build";
      /** Directory of the app's source; `entry` is its entry file in it. */
      readonly root: string;
      readonly entry: string;
      /** Prefix of the bundle's name. */
      readonly name: string;
      /** Files to load: the bundler, and the helper that apps import. */
      readonly bundler: string;
      readonly helper: string;
    }
  | {
      readonly task: "invoke";
      /** Bundle to load. */
      readonly file: string;
      readonly action: string;
      /** JSON text. */
      readonly payload: string | undefined;
      readonly invocationId: string;
      readonly baseUrl: string;
      readonly token: string;
      /** Maximum size of the result, in bytes of UTF-8. */
      readonly resultBytes: number;
    }
);

/** Description of an app, read from its module. */
export interface AppFacts {
  readonly name: string;
  readonly actions: readonly {
    readonly name: string;
    readonly input_schema: Record<string, unknown> | null;
    readonly output_schema: Record<string, unknown> | null;
  }[];
}

/** Answer of the runner: one line on its control descriptor. */
export type RunnerAnswer =
  | { readonly task: "build"; readonly file: string; readonly app: AppFacts }
  | { readonly task: "invoke"; readonly output: string | undefined }
  | { readonly error: string };

/** File descriptor between service and runner: lines of JSON in both directions. */
export const CONTROL_FD = 3;

/**
 * Loads an app in a separate Node process and either describes it (build) or runs one of its actions (invoke). Output
 * of the app goes to stdout unchanged. A line `{"cancel": reason}` on the control descriptor aborts the action's
 * signal; an action that ignores it is killed by the service.
 *
 * @param self URL of this file; its lines are omitted from stacks
 */
export function appRunner(self: string): void {
  const load = (file: string): Promise<Record<string, unknown>> => import(file);
  // Taken before the app is loaded, which may replace the global.
  const proc = process;
  const control = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
  const cancelled = new AbortController();
  let answered = false;
  // Blocking writes, as to a file: buffered output of one stream would come after later output of the other, and an
  // exit
  // would lose it.
  for (const stream of [proc.stdout, proc.stderr] as { _handle?: { setBlocking?: (on: boolean) => void } }[]) {
    stream._handle?.setBlocking?.(true);
  }
  // Taken before the app is loaded, which may replace them.
  const [print, printError] = [proc.stdout.write.bind(proc.stdout), proc.stderr.write.bind(proc.stderr)];
  const exit = proc.exit.bind(proc);
  // Exits after all output is flushed.
  const leave = (code: number): void => {
    print("", () => printError("", () => exit(code)));
  };
  const answer = (value: unknown, code: number): void => {
    if (answered) return;
    const text = JSON.stringify(value);
    answered = true;
    control.write(`${text}\n`, () => leave(code));
  };
  /** Errors without a useful stack: it would show this file only. */
  const plainErrors = new WeakSet<object>();
  const describe = (error: unknown): string => {
    const isError = typeof error === "object" && error !== null && "message" in error && "name" in error;
    const text = !isError
      ? inspect(error)
      : plainErrors.has(error)
        ? String(error.message)
        : `${error.name}: ${error.message}`;
    const plain = stripVTControlCharacters(text);
    return plain.length > 4_000 ? `${plain.slice(0, 4_000)} ...` : plain;
  };
  const plainError = <E extends Error>(error: E): E => {
    plainErrors.add(error);
    return error;
  };
  const isOwnAbort = (error: unknown): boolean => {
    const { name, cause } = (error ?? {}) as { name?: unknown; cause?: unknown };
    const { aborted, reason } = cancelled.signal;
    return aborted && (error === reason || cause === reason || name === "AbortError");
  };
  /** Stack lines of the app. */
  const stackOf = (error: unknown): string => {
    const stack = (error as Error | null)?.stack;
    if (typeof stack !== "string") return describe(error);
    const isOurs = (line: string): boolean => /^\s+at /.test(line) && (line.includes(self) || / \(?node:/.test(line));
    return stack
      .split("\n")
      .filter((line) => !isOurs(line))
      .join("\n");
  };
  const failed = (error: unknown): void => {
    if (answered) return;
    const end = (): void => answer({ error: describe(error) }, 1);
    // A cancelled action needs no stack.
    if (isOwnAbort(error) || (typeof error === "object" && error !== null && plainErrors.has(error))) end();
    else printError(`${stackOf(error)}\n`, end);
  };
  proc.on("uncaughtException", failed);
  proc.on("unhandledRejection", failed);

  const schemaProblem = (schema: unknown): string | undefined => {
    if (schema === undefined || schema === null) return undefined;
    if (typeof schema !== "object" || Array.isArray(schema)) return "is not a JSON Schema: it must be an object";
    try {
      JSON.stringify(schema);
      return undefined;
    } catch (error) {
      return `is not a JSON Schema: ${(error as Error).message.split("\n")[0]}`;
    }
  };

  const appOf = async (file: string, form: RunnerInput["word"]): Promise<App> => {
    const { default: app } = (await load(pathToFileURL(file).href)) as { default?: App };
    const word = new RegExp(form.pattern);
    const rule = `must be ${form.expects}`;
    const refuse = (what: string): never => {
      throw plainError(new TypeError(`the entry file's default export ${what}`));
    };
    if (typeof app !== "object" || app === null)
      return refuse("is not an app: export default defineApp({ name, actions })");
    if (typeof app.name !== "string" || !word.test(app.name)) return refuse(`has an invalid name: it ${rule}`);
    if (typeof app.actions !== "object" || app.actions === null) return refuse("has no actions");
    const actions = Object.entries(app.actions);
    if (actions.length === 0) return refuse("has no actions");
    for (const [name, action] of actions) {
      if (!word.test(name)) return refuse(`has an action "${name}": its name ${rule}`);
      if (typeof action !== "function" && typeof action?.run !== "function") {
        return refuse(`has an action "${name}" that is neither a function nor an object with a function "run"`);
      }
      if (typeof action === "function") continue;
      for (const field of ["input_schema", "output_schema"] as const) {
        const problem = schemaProblem(action[field]);
        if (problem !== undefined) return refuse(`has an action "${name}" whose ${field} ${problem}`);
      }
    }
    return app;
  };

  const build = async (input: RunnerInput & { task: "build" }): Promise<void> => {
    const { rolldown } = (await load(pathToFileURL(input.bundler).href)) as {
      rolldown: typeof import("rolldown").rolldown;
    };
    const slash = proc.platform === "win32" ? "\\" : "/";
    const entry = `${input.root}${slash}${input.entry}`;
    const plain = (text: string): string => stripVTControlCharacters(text).trim();
    const cannotBuild = (error: unknown): never => {
      const text = plain((error as Error).message).replace(/^Build failed with 1 error:\s*/, "");
      throw plainError(new Error(`it cannot be bundled: ${text}`));
    };
    const bundle = await rolldown({
      input: { [input.name]: entry },
      cwd: input.root,
      platform: "node",
      external: [/^playwright-core($|\/)/],
      resolve: { alias: { "browserctl/app": input.helper } },
      treeshake: false,
      onLog: (level, log) => {
        // An unresolved import would otherwise fail only when an action runs.
        if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
        if (level === "warn") proc.stderr.write(`warning: ${plain(log.message)}\n`);
      },
    }).catch(cannotBuild);
    // Next to the entry file, so that paths relative to `import.meta.url` work.
    const dir = entry.slice(0, Math.max(entry.lastIndexOf("/"), entry.lastIndexOf(slash)));
    const { output } = await bundle
      .write({
        dir,
        format: "esm",
        sourcemap: true,
        entryFileNames: "[name].mjs",
        chunkFileNames: `${input.name}-[name]-[hash].mjs`,
      })
      .catch(cannotBuild);
    await bundle.close();
    const file = `${dir}${slash}${output[0].fileName}`;
    const app = await appOf(file, input.word);
    const actions = Object.entries(app.actions).map(([name, action]) => ({
      name,
      input_schema: (typeof action === "object" && action.input_schema) || null,
      output_schema: (typeof action === "object" && action.output_schema) || null,
    }));
    answer({ task: "build", file, app: { name: app.name, actions } }, 0);
  };

  const invoke = async (input: RunnerInput & { task: "invoke" }): Promise<void> => {
    const { baseUrl, token, invocationId } = input;
    const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: cancelled.signal,
      });
      const text = await response.text();
      const value = text === "" ? undefined : (JSON.parse(text) as { message?: string });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${value?.message ?? ""}`);
      return value;
    };
    const app = await appOf(input.file, input.word);
    const action = Object.hasOwn(app.actions, input.action) ? app.actions[input.action] : undefined;
    if (!action) throw plainError(new Error(`the app has no action "${input.action}"`));
    const run = typeof action === "function" ? action : action.run.bind(action);
    const context = {
      invocationId,
      baseUrl,
      token,
      signal: cancelled.signal,
      request,
      createBrowser: async (options: Readonly<Record<string, unknown>> = {}) =>
        (await request("POST", "/browsers", { ...options, invocation_id: invocationId })) as AppBrowser,
    };
    const result = await run(context, input.payload === undefined ? undefined : JSON.parse(input.payload));
    let output: string | undefined;
    try {
      output = JSON.stringify(result);
    } catch (error) {
      throw plainError(
        new TypeError(`the result of the action cannot be written as JSON: ${(error as Error).message}`),
      );
    }
    if (output !== undefined && Buffer.byteLength(output) > input.resultBytes) {
      const bytes = Buffer.byteLength(output);
      throw plainError(
        new RangeError(`the result of the action is ${bytes} bytes of JSON; the limit is ${input.resultBytes}`),
      );
    }
    answer({ task: "invoke", output }, 0);
  };

  const begin = (input: RunnerInput): void => {
    // A process whose event loop waits only for this channel may exit.
    control.unref();
    (input.task === "build" ? build(input) : invoke(input)).catch(failed);
  };
  const cancel = (reason: string): void => {
    cancelled.abort(new Error(reason));
    // Only for programs that handle SIGTERM; the service kills the others.
    if (proc.listenerCount("SIGTERM") > 0) proc.kill(proc.pid, "SIGTERM");
  };
  let begun = false;
  let text = "";
  control.setEncoding("utf8");
  control.on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n")) {
      const line = JSON.parse(text.slice(0, end)) as { cancel?: string };
      text = text.slice(end + 1);
      if (line.cancel !== undefined) cancel(line.cancel);
      else if (!begun) {
        begun = true;
        begin(line as unknown as RunnerInput);
      }
    }
  });
  control.on("error", () => {});
}

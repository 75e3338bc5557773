import { pathToFileURL } from "node:url";
import type { App } from "../../../app/define-app.ts";
import { PlainError } from "./error-text.ts";
import type { NameForm } from "./protocol.ts";

/** Imports a file whose path is known at run time only. */
export async function importFile(file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

/** App that a module exports. Throws a {@link PlainError} that names the problem. */
export async function loadApp(file: string, form: NameForm): Promise<App> {
  const { default: app } = (await importFile(file)) as { default?: App };
  const word = new RegExp(form.pattern);
  const rule = `must be ${form.expects}`;
  if (typeof app !== "object" || app === null)
    return refuse("is not an app: export default defineApp({ name, actions })");
  if (typeof app.name !== "string" || !word.test(app.name)) return refuse(`has an invalid name: it ${rule}`);
  if (typeof app.actions !== "object" || app.actions === null) return refuse("has no actions");
  const actions = Object.entries(app.actions);
  if (actions.length === 0) return refuse("has no actions");
  for (const [name, action] of actions) {
    if (!word.test(name)) return refuse(`has an action "${name}": its name ${rule}`);
    const problem = actionProblem(action);
    if (problem !== undefined) return refuse(`has an action "${name}" ${problem}`);
  }
  return app;
}

function refuse(what: string): never {
  throw new PlainError(`the entry file's default export ${what}`);
}

function actionProblem(action: App["actions"][string]): string | undefined {
  if (typeof action === "function") return undefined;
  if (typeof action?.run !== "function") return 'that is neither a function nor an object with a function "run"';
  for (const field of ["input_schema", "output_schema"] as const) {
    const problem = schemaProblem(action[field]);
    if (problem !== undefined) return `whose ${field} ${problem}`;
  }
  return undefined;
}

function schemaProblem(schema: unknown): string | undefined {
  if (schema === undefined || schema === null) return undefined;
  if (typeof schema !== "object" || Array.isArray(schema)) return "is not a JSON Schema: it must be an object";
  try {
    JSON.stringify(schema);
    return undefined;
  } catch (error) {
    return `is not a JSON Schema: ${(error as Error).message.split("\n")[0]}`;
  }
}

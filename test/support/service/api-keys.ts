import { expect } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { type Answer, type ApiOptions, callApi, type TestService, tempDir } from "./service.ts";

/** State directory with projects beside the default one, by name; an archived project has a name that begins with "old". */
export async function stateWithProjects(
  ...names: string[]
): Promise<{ stateDir: string; ids: Record<string, string> }> {
  const stateDir = await tempDir();
  const clock = new Clock();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  const ids: Record<string, string> = { default: new Projects({ store, clock }).default().id };
  for (const name of names) {
    const status = name.startsWith("old") ? "archived" : "active";
    ids[name] = store.rows(projects).insert({ name, status, isDefault: false, updatedAt: 0 }).id;
  }
  store.close();
  return { stateDir, ids };
}

/** Sends a request with another token than the service's own. */
export function apiAs(
  service: TestService,
  key: string,
): (method: string, path: string, options?: ApiOptions) => Promise<Answer> {
  return (method, path, options) => callApi(service.baseUrl, key, method, path, options);
}

/** Creates an API key and gives its record, with the key. */
export async function createKey(service: TestService, body: Record<string, unknown> = {}): Promise<Answer["body"]> {
  const answer = await service.api("POST", "/org/api_keys", { json: { name: "test", ...body } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Id of a project by its name, or of the default one. */
export async function projectId(service: Pick<TestService, "api">, name = "default"): Promise<string> {
  const answer = await service.api("GET", "/auth/context", { headers: { "X-Kernel-Project": name } });
  return answer.body.authorization.effective_scope.project_id;
}

/** Id of the project that calls of a service work in. */
export async function ownProjectId(service: Pick<TestService, "api">): Promise<string> {
  const { body } = await service.api("GET", "/auth/context");
  return body.authorization.effective_scope.project_id ?? (await projectId(service));
}

import { type Answer, type ApiOptions, callApi, type TestService } from "./service.ts";

/** A service as the owner of a token calls it. */
export type ProjectService = Pick<TestService, "api" | "create">;

/** A project of a test. */
export interface TestProject {
  readonly name: string;
  readonly id: string;
}

/** Calls a service as a project: with a key that is limited to it, or with the organization's key and its name in a header. */
export function callsAs(service: TestService, { name }: TestProject, key: string | undefined): ProjectService {
  const project: Record<string, string> = key === undefined ? { "X-Kernel-Project": name } : {};
  const api = (method: string, path: string, options: ApiOptions = {}): Promise<Answer> =>
    callApi(service.baseUrl, key ?? service.token, method, path, {
      ...options,
      headers: { ...project, ...options.headers },
    });
  return {
    api,
    create: async (body = {}) => {
      const answer = await api("POST", "/browsers", { json: body });
      if (answer.status !== 200) throw new Error(`the session was not created: ${answer.text}`);
      return answer.body;
    },
  };
}

import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError } from "../../../src/service/api-error.ts";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { type Access, authenticate } from "../../../src/service/http/authenticate.ts";
import { tables } from "../../../src/service/resources.ts";
import type { ProjectId } from "../../../src/service/store/project-id.ts";
import { Projects, projects } from "../../../src/service/store/projects.ts";
import { Store } from "../../../src/service/store/store.ts";
import { Tokens } from "../../../src/service/store/tokens.ts";
import { tempDir } from "../../support/service.ts";

let stateDir: string;
let store: Store;
let access: Access;
let p1: ProjectId;
let p2: ProjectId;
let p3: ProjectId;
beforeEach(async () => {
  stateDir = await tempDir();
  store = new Store({ stateDir, clock: new Clock(), faults: new Faults(), log: () => {}, tables });
  const project = (name: string, status: "active" | "archived" = "active"): ProjectId =>
    store.rows(projects).insert({ name, status, isDefault: false, updatedAt: 0 }).id;
  [p1, p2, p3] = [project("own"), project("Büro"), project("old", "archived")];
  const clock = new Clock();
  access = { projects: new Projects({ store, clock }), tokens: new Tokens({ store, clock }) };
  access.tokens.add({ token: "scoped", kind: "api_key", projectId: p1 });
  access.tokens.add({ token: "wide", kind: "api_key" });
});
afterEach(() => {
  store.close();
  rmSync(stateDir, { recursive: true });
});

function refusal(headers: Record<string, string>): Partial<ApiError> {
  try {
    authenticate(headers, access);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    const { status, code } = error as ApiError;
    return { status, code };
  }
  throw new Error("was not refused");
}

test("a token of one project works there, with or without its header, and nowhere else", () => {
  const authorization = "Bearer scoped";
  for (const headers of [{ authorization }, { authorization, "x-kernel-project": "own" }]) {
    expect(authenticate(headers, access)).toMatchObject({ project: { id: p1 }, selectedProjectId: p1 });
  }
  for (const name of ["default", "Büro", p2]) {
    expect(refusal({ authorization, "x-kernel-project": name })).toEqual({ status: 403, code: "forbidden" });
  }
});

test("a token of the organization works everywhere, in the default project unless one is named", () => {
  const authorization = "bearer  wide";
  expect(authenticate({ authorization }, access)).toMatchObject({
    project: { name: "default" },
    selectedProjectId: null,
  });
  const latin1 = Buffer.from("Büro", "utf8").toString("latin1");
  for (const name of [p2, "Büro", latin1]) {
    expect(authenticate({ authorization, "x-kernel-project": name }, access)).toMatchObject({
      selectedProjectId: p2,
    });
  }
});

test("an archived or unknown project is 404; two headers that differ are 400", () => {
  const authorization = "Bearer wide";
  for (const name of ["old", p3, "büro", ""]) {
    expect(refusal({ authorization, "x-kernel-project": name })).toEqual({ status: 404, code: "project_not_found" });
  }
  expect(refusal({ authorization, "x-kernel-project-id": "own" }).status).toBe(404);
  const both = { authorization, "x-kernel-project": "own", "x-kernel-project-id": p2 };
  expect(refusal(both)).toEqual({ status: 400, code: "bad_request" });
  expect(authenticate({ ...both, "x-kernel-project-id": p1 }, access).project.id).toBe(p1);
});

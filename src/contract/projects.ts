import Type from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Day on which the old routes of projects are removed (spec 9). */
export const OLD_ROUTES_REMOVAL = "2026-11-24";

/** Name of a project in requests (spec 8); lengths count code points. */
const projectName = Text({
  minLength: 1,
  maxLength: 255,
  pattern: "^[^/%\\u0000\\ud800-\\udfff]*$",
  "x-expects": 'text without "/", "%", NUL characters and lone surrogates',
  description: "Name, unique in the organization, without / and %; kept exactly as given",
});

/** Record of a project (spec 2.6, contract 2.18). */
export const Project = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: Type.Enum(["active", "archived"], { description: "Archived projects take no requests" }),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
  },
  { $id: "Project" },
);

/** Record of a project in examples. */
export const projectExample = {
  id: "r6j2p9t4c8e1o5n3s7d0k2w6",
  name: "shop",
  status: "active",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
} as const;

const limit = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

/** Limits of one project (contract 2.18). */
export const ProjectLimits = Type.Object(
  {
    max_concurrent_sessions: limit("Sessions at the same time; null: the organization's default applies"),
    max_concurrent_invocations: limit("Running and queued invocations at the same time; null: no limit"),
    max_pooled_sessions: Type.Union([Type.Integer(), Type.Null()], { description: "Always null" }),
  },
  { $id: "ProjectLimits" },
);

const limitsExample = {
  max_concurrent_sessions: 5,
  max_concurrent_invocations: null,
  max_pooled_sessions: null,
} as const;

const newLimit = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Null()], { description }));

const projectIdOrName = Type.Object({
  id_or_name: Text({ minLength: 1, description: "Project id, or its exact name" }),
});

const newProject = Type.Object({ name: projectName }, closed);

const listQuery = Type.Object(
  {
    name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
    query: Type.Optional(Text({ description: "Part of a name, or a whole id; case-insensitive" })),
    ...paging,
  },
  closed,
);

const oldRoutes = { replacement: "/org/projects", removal: OLD_ROUTES_REMOVAL } as const;

/** Members of an operation that the new and the old route of a creation share. */
const creation = {
  body: newProject,
  response: { kind: "json", status: 201, schema: Project },
  errors: ["conflict", "projects_disabled"],
  idempotent: false,
  unscoped: true,
  needs: "organization",
} as const;

/** Members of an operation that the new and the old route of the list share. */
const listing = {
  query: listQuery,
  response: { kind: "json", status: 200, schema: Type.Array(Project) },
  errors: ["projects_disabled"],
  idempotent: true,
  unscoped: true,
  paging: "offset",
} as const;

export const projectOperations = [
  operation({
    id: "projects.create",
    area: "projects",
    method: "POST",
    path: "/org/projects",
    summary: "Create a project",
    source: "spec 2.6, 4.3, 8, contract 1.3, 2.18",
    ...creation,
    assumed: [
      "a name in use is 409 `conflict`; names that differ in case or Unicode form are different",
      "the length counts Unicode code points, and a name is stored as it is sent",
    ],
    example: { body: { name: "shop" }, result: projectExample },
  }),
  operation({
    id: "projects.list",
    area: "projects",
    method: "GET",
    path: "/org/projects",
    summary: "List projects",
    source: "contract 2.18, 0.8",
    ...listing,
    assumed: ["newest first, archived ones too", "a key of one project sees that project alone"],
    example: { query: { query: "sho", limit: 20 }, result: [projectExample] },
  }),
  operation({
    id: "projects.get",
    area: "projects",
    method: "GET",
    path: "/org/projects/{id_or_name}",
    summary: "Show a project",
    source: "contract 2.18",
    params: projectIdOrName,
    response: { kind: "json", status: 200, schema: Project },
    errors: ["projects_disabled"],
    idempotent: true,
    unscoped: true,
    assumed: ["an id wins over the name of another project"],
    example: { params: { id_or_name: "shop" }, result: projectExample },
  }),
  operation({
    id: "projects.update",
    area: "projects",
    method: "PATCH",
    path: "/org/projects/{id_or_name}",
    summary: "Rename, archive or restore a project",
    source: "contract 0.4, 2.18",
    params: projectIdOrName,
    body: Type.Object(
      {
        name: Type.Optional(projectName),
        status: Type.Optional(Type.Enum(["active", "archived"], { description: "archived: it takes no requests" })),
      },
      { ...closed, minProperties: 1 },
    ),
    response: { kind: "json", status: 200, schema: Project },
    errors: ["conflict", "last_active_project", "projects_disabled", "resource_in_use"],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    assumed: [
      "a key of one project does not rename it: names are unique in the organization, so a refusal would tell those of other projects",
      "a project in which something runs is not archived: 409 `resource_in_use`; nothing ends without being asked to",
      "the default project is always active: requests without a project header go there",
    ],
    example: {
      params: { id_or_name: "shop" },
      body: { name: "shop-2025" },
      result: { ...projectExample, name: "shop-2025" },
    },
  }),
  operation({
    id: "projects.delete",
    area: "projects",
    method: "DELETE",
    path: "/org/projects/{id_or_name}",
    summary: "Delete an empty project",
    source: "contract 2.18",
    params: projectIdOrName,
    response: { kind: "empty", status: 204 },
    errors: ["conflict", "last_active_project", "project_not_empty", "projects_disabled"],
    idempotent: true,
    unscoped: true,
    needs: "organization",
    assumed: [
      "a name of a deleted project is free again",
      "the default project cannot be deleted: requests without a project header go there",
    ],
    example: { params: { id_or_name: "shop" } },
  }),
  operation({
    id: "projects.limits",
    area: "projects",
    method: "GET",
    path: "/org/projects/{id_or_name}/limits",
    summary: "Show the limits of a project",
    source: "contract 2.18",
    params: projectIdOrName,
    response: { kind: "json", status: 200, schema: ProjectLimits },
    errors: ["projects_disabled"],
    idempotent: true,
    unscoped: true,
    example: { params: { id_or_name: "shop" }, result: limitsExample },
  }),
  operation({
    id: "projects.updateLimits",
    area: "projects",
    method: "PATCH",
    path: "/org/projects/{id_or_name}/limits",
    summary: "Change the limits of a project",
    source: "contract 2.18",
    params: projectIdOrName,
    body: Type.Object(
      {
        max_concurrent_sessions: newLimit("Sessions at the same time; 0 removes the limit"),
        max_concurrent_invocations: newLimit("Running and queued invocations at the same time; 0 removes the limit"),
      },
      { ...closed, minProperties: 1 },
    ),
    response: { kind: "json", status: 200, schema: ProjectLimits },
    errors: ["projects_disabled"],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    assumed: [
      "null removes a limit too",
      "a limit below what runs ends nothing; it refuses new ones",
      "at most 1000000",
    ],
    example: {
      params: { id_or_name: "shop" },
      body: { max_concurrent_sessions: 5 },
      result: limitsExample,
    },
  }),
  operation({
    id: "projects.oldCreate",
    area: "projects",
    method: "POST",
    path: "/projects",
    summary: "Create a project by the old route",
    source: "spec 2.6, 4.3, 8, 9, contract 1.3",
    ...creation,
    deprecated: oldRoutes,
    assumed: ["removed at 00:00 UTC of its day: 410 `gone` from then on"],
    example: { body: { name: "old-shop" }, result: { ...projectExample, name: "old-shop" } },
  }),
  operation({
    id: "projects.oldList",
    area: "projects",
    method: "GET",
    path: "/projects",
    summary: "List projects by the old route",
    source: "contract 1.3, 2.18",
    ...listing,
    deprecated: oldRoutes,
    assumed: ["removed together with POST /projects"],
    example: { query: { limit: 20 }, result: [projectExample] },
  }),
] as const;

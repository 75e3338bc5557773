import Type from "typebox";
import {
  closed,
  LogEvent,
  paging,
  RESERVED_ENV,
  StreamError,
  StreamHeartbeat,
  since,
  Text,
  TextMap,
  Timestamp,
  variableName,
} from "./common.ts";
import { EXAMPLE_DEPLOYMENT_ID } from "./example-ids.ts";
import { FileField } from "./form.ts";
import { APP_REGION, APP_WORD, LATEST_VERSION, MAX_APP_ARCHIVE_BYTES } from "./limits.ts";
import { operation } from "./operation.ts";

/** Name of an app, a version or an action. */
export const appWord = (description: string) =>
  Type.String({ pattern: APP_WORD.pattern, "x-expects": APP_WORD.expects, description });

const AppAction = Type.Object({
  name: Type.String({ description: "Name of the action" }),
  input_schema: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "JSON Schema of its payload",
    }),
  ),
  output_schema: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "JSON Schema of its result",
    }),
  ),
});

const hiddenEnv = Type.Record(Type.String(), Type.String(), {
  description: "Environment variables; their values are left out",
});

/** Record of a version of an app (contract 2.17). */
export const AppVersion = Type.Object(
  {
    id: Type.String(),
    app_name: Type.String(),
    version: Type.String(),
    deployment: Type.String({ description: "Id of the deployment it came with" }),
    region: Type.Enum([APP_REGION]),
    actions: Type.Array(AppAction),
    env_vars: hiddenEnv,
  },
  { $id: "AppVersion" },
);

/** States of a deployment; its stream ends with `running`, `failed` or `stopped` (contract 2.17, 3.3). */
export const deploymentStates = ["queued", "in_progress", "running", "failed", "stopped"] as const;

/** Record of a deployment (contract 2.17). */
export const Deployment = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(deploymentStates),
    created_at: Timestamp("When it was uploaded"),
    region: Type.Enum([APP_REGION]),
    entrypoint_rel_path: Type.Optional(Type.String({ description: "Entry file, from the root of the archive" })),
    env_vars: Type.Optional(hiddenEnv),
    status_reason: Type.Optional(Type.String({ description: "Reason of the failure or the stop" })),
    updated_at: Type.Optional(Type.Union([Timestamp("When its status last changed"), Type.Null()])),
    source_type: Type.Optional(Type.Enum(["file", "github"])),
    source_url: Type.Optional(Type.String()),
    source_ref: Type.Optional(Type.String()),
    source_path: Type.Optional(Type.String()),
    source_checksum: Type.Optional(Type.String({ description: "Lower-case hex SHA-256 of the uploaded archive" })),
  },
  { $id: "Deployment" },
);

/** Item of a deployment's stream (contract 3.3). */
const DeploymentEvent = Type.Union([
  LogEvent,
  Type.Object({ event: Type.Literal("deployment_state"), timestamp: Timestamp("When"), deployment: Deployment }),
  Type.Object({
    event: Type.Literal("app_version_summary"),
    timestamp: Timestamp("When"),
    id: Type.String(),
    app_name: Type.String(),
    version: Type.String(),
    region: Type.Enum([APP_REGION]),
    actions: Type.Array(AppAction),
    env_vars: Type.Optional(hiddenEnv),
  }),
  StreamError,
  StreamHeartbeat,
]);

const deploymentExample = {
  id: EXAMPLE_DEPLOYMENT_ID,
  status: "running",
  created_at: "2026-03-01T09:30:00Z",
  region: APP_REGION,
  entrypoint_rel_path: "app.mjs",
  env_vars: { SHOP_CURRENCY: "" },
  source_type: "file",
} as const;

const failedDeploymentExample = {
  ...deploymentExample,
  id: "d2f6a0i4l8e3d7b1u5i9l4d8",
  status: "failed",
  status_reason: "app.mjs has no default export",
} as const;

const appVersionExample = {
  id: "a8p2v6e0r4s9i3o7n1m5k8j2",
  app_name: "shop",
  version: "1.0.0",
  deployment: EXAMPLE_DEPLOYMENT_ID,
  region: APP_REGION,
  actions: [{ name: "price" }],
  env_vars: { SHOP_CURRENCY: "" },
} as const;

const deploymentId = Type.Object({ id: Text({ minLength: 1, description: "Deployment id" }) });
const search = (what: string) => Type.Optional(Text({ description: `Part of ${what}, or a whole id` }));

export const appOperations = [
  operation({
    id: "apps.list",
    area: "apps",
    method: "GET",
    path: "/apps",
    summary: "List apps and their versions",
    source: "contract 2.17, 0.8",
    query: Type.Object(
      {
        app_name: Type.Optional(Text({ description: "Only this app" })),
        version: Type.Optional(Text({ description: "Only this version" })),
        query: search("an app's name"),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(AppVersion) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first; versions whose deployment was stopped are not listed"],
    example: { query: { app_name: "shop", limit: 20 }, result: [appVersionExample] },
  }),
  operation({
    id: "deployments.create",
    area: "apps",
    method: "POST",
    path: "/deployments",
    summary: "Deploy an app",
    source: "contract 2.17, 0.10",
    body: Type.Object(
      {
        file: Type.Optional(FileField("Zip archive of the app's source", MAX_APP_ARCHIVE_BYTES)),
        entrypoint_rel_path: Type.Optional(
          Text({ minLength: 1, maxLength: 1_024, description: "Entry file, from the root of the archive" }),
        ),
        source: Type.Optional(
          Type.String({
            description: "Repository to deploy from instead of a file, as JSON text",
            "x-secret": true,
            "x-json": true,
          }),
        ),
        version: Type.Optional(appWord(`Version; "${LATEST_VERSION}" when omitted`)),
        region: Type.Optional(Type.Enum([APP_REGION], { description: "Region of its invocations" })),
        force: Type.Optional(Type.Boolean({ default: false, description: "Replace an existing version" })),
        env_vars: Type.Optional(
          TextMap(Text(), {
            propertyNames: variableName,
            maxProperties: 200,
            description: "Environment variables of its invocations",
            "x-secret": true,
          }),
        ),
      },
      closed,
    ),
    bodyKind: "multipart",
    response: { kind: "json", status: 201, schema: Deployment },
    errors: ["shutting_down"],
    idempotent: false,
    assumed: [
      "source is fetched by the build, whose failure says why; of a repository of the machine, and over ssh, a key of one project is 403",
      `the version "${LATEST_VERSION}" is replaced without force; any other existing version fails the deployment`,
      `${RESERVED_ENV.join(", ")} in env_vars are overridden`,
      "file and entrypoint_rel_path are required without source",
      "schemas of actions are JSON Schema of draft 6, 7, 2019-09 or 2020-12 (without $schema: 2020-12); an invalid schema fails the deployment; output_schema is not checked against results",
    ],
    local: {
      fields: {
        region: { support: "recorded", note: "invocations run on this machine" },
        source: {
          support: "full",
          note: "fetched with the machine's git, from any address over https, http, ssh and file",
        },
      },
    },
    example: {
      body: {
        file: "shop.zip",
        entrypoint_rel_path: "app.mjs",
        version: "1.1.0",
        env_vars: { SHOP_CURRENCY: "EUR" },
      },
      result: { ...deploymentExample, status: "queued" },
    },
  }),
  operation({
    id: "deployments.list",
    area: "apps",
    method: "GET",
    path: "/deployments",
    summary: "List deployments",
    source: "contract 2.17, 0.8",
    query: Type.Object(
      {
        app_name: Type.Optional(Text({ description: "Only of this app" })),
        app_version: Type.Optional(Text({ description: "Only of this version; needs the app's name" })),
        query: search("an app's name"),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Deployment) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { app_name: "shop", limit: 20 }, result: [deploymentExample, failedDeploymentExample] },
  }),
  operation({
    id: "deployments.get",
    area: "apps",
    method: "GET",
    path: "/deployments/{id}",
    summary: "Show a deployment",
    source: "contract 2.17",
    params: deploymentId,
    response: { kind: "json", status: 200, schema: Deployment },
    errors: [],
    idempotent: true,
    example: { params: { id: EXAMPLE_DEPLOYMENT_ID }, result: deploymentExample },
  }),
  operation({
    id: "deployments.delete",
    area: "apps",
    method: "DELETE",
    path: "/deployments/{id}",
    summary: "Stop a deployment",
    source: "contract 2.17",
    params: deploymentId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    assumed: ["running invocations continue; the record stays with the status `stopped`"],
    example: { params: { id: EXAMPLE_DEPLOYMENT_ID } },
  }),
  operation({
    id: "deployments.events",
    area: "apps",
    method: "GET",
    path: "/deployments/{id}/events",
    summary: "Follow a deployment",
    source: "contract 3.3, 0.11",
    params: deploymentId,
    query: Type.Object({ since }, closed),
    response: { kind: "sse", status: 200, schema: DeploymentEvent },
    errors: [],
    idempotent: true,
    assumed: [
      "ends with `running`, `failed` or `stopped`; for a deployment already in that state, log and state are replayed",
    ],
    example: {
      params: { id: EXAMPLE_DEPLOYMENT_ID },
      query: { since: "2026-03-01T09:30:00Z" },
      events: [
        { event: "log", timestamp: "2026-03-01T09:30:01Z", message: "bundling app.mjs" },
        { event: "deployment_state", timestamp: "2026-03-01T09:30:02Z", deployment: deploymentExample },
      ],
    },
  }),
] as const;

import Type from "typebox";
import { browserId, forOrganization, Timestamp } from "./common.ts";
import { EXAMPLE_PROCESS_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { entryName } from "./form.ts";
import { KEEP_SECONDS } from "./limits.ts";
import { operation } from "./operation.ts";
import { plans } from "./plans.ts";
import { processId } from "./process.ts";
import { Profile, profileExample } from "./profiles.ts";
import { screenSettings } from "./screen.ts";

/** Kind of a screen, and the reason where it is not real. */
const screen = {
  kind: Type.Enum(["real", "headless"], { description: "real: a private display with windows" }),
  reason: Type.Optional(Type.String(forOrganization("Reason why it is not real"))),
};

/** Operations of the local service alone, below `/_local/`. */
export const localOperations = [
  operation({
    id: "local.status",
    area: "local",
    method: "GET",
    path: "/_local/status",
    summary: "Show the local service",
    source: "assumed",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        version: Type.String(),
        pid: Type.Optional(Type.Integer(forOrganization("Process id of the service"))),
        port: Type.Integer(),
        started_at: Timestamp("When it was started"),
        now: Timestamp("The service's clock"),
        state_dir: Type.Optional(Type.String(forOrganization("Directory of its data"))),
        browser: Type.Object({
          path: Type.Optional(Type.String(forOrganization("Program of the browser"))),
          product: Type.String(),
          sandboxed: Type.Boolean({ description: "true when Chromium's own sandbox is on" }),
          sandbox_reason: Type.Optional(Type.String({ description: "Reason why it is off" })),
          confined: Type.Boolean({ description: "true when it runs in the container of its session" }),
          confined_reason: Type.Optional(Type.String(forOrganization("Reason why not, and the consequences"))),
        }),
        container: Type.Object(
          {
            available: Type.Boolean({ description: "true when processes of sessions run in a container" }),
            reason: Type.Optional(Type.String(forOrganization("Reason why not"))),
          },
          { description: "Isolation of the processes of sessions" },
        ),
        screen: Type.Optional(
          Type.Object(
            {
              ...screen,
              install: Type.Optional(Type.String(forOrganization("Command that installs what is missing"))),
              setting: Type.Enum([...screenSettings], { description: "Setting of the service" }),
            },
            { description: "Screen of new sessions that are not headless" },
          ),
        ),
        active_sessions: Type.Integer({ description: "Active sessions; with a key of one project, of that project" }),
        active_invocations: Type.Integer({ description: "Running and waiting invocations, of the same" }),
        idle_stop_seconds: Type.Integer({ description: "Idle seconds before the service stops; 0 is never" }),
        memory_bytes: Type.Optional(Type.Integer(forOrganization("Resident memory of the service itself"))),
        projects: Type.Optional(
          Type.Enum(["enabled", "disabled"], { description: "Disabled: only the default project" }),
        ),
        plan: Type.Optional(
          Type.Enum([...plans], { description: "Plan of the organization, which bounds health checks" }),
        ),
        demo_site: Type.Optional(
          Type.String({ description: "Address of the demo site to try logins on; absent when it is not served" }),
        ),
        clock_offset_ms: Type.Optional(
          Type.Integer({
            description: "Milliseconds by which its clock is ahead of this machine; absent when not moved",
          }),
        ),
        chaos: Type.Optional(Type.String({ description: "Active faults; absent when fault injection is off" })),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: {
      result: {
        version: "0.1.0",
        pid: 4711,
        port: 7450,
        started_at: "2026-03-01T09:00:00Z",
        now: "2026-03-01T09:30:00Z",
        state_dir: "/home/user/.local/state/browserctl",
        browser: { path: "/usr/bin/chromium", product: "Chrome/146.0.7700.0", sandboxed: true, confined: true },
        container: { available: true },
        screen: { kind: "real", setting: "auto" },
        active_sessions: 1,
        active_invocations: 0,
        idle_stop_seconds: 1800,
        memory_bytes: 94_371_840,
        projects: "enabled",
        plan: "enterprise",
      },
    },
  }),
  operation({
    id: "local.demoSite",
    area: "local",
    method: "PUT",
    path: "/_local/demo_site",
    summary: "Turn the demo site on or off",
    source: "assumed",
    body: Type.Object({ enabled: Type.Boolean({ description: "true to serve it" }) }, { additionalProperties: false }),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        demo_site: Type.Optional(Type.String({ description: "Address of the site; absent while it is off" })),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    example: { body: { enabled: true }, result: { demo_site: "http://localhost:7451/" } },
  }),
  operation({
    id: "local.stop",
    area: "local",
    method: "POST",
    path: "/_local/stop",
    summary: "Stop the local service and its sessions",
    source: "assumed",
    response: { kind: "empty", status: 202 },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    example: {},
  }),
  operation({
    id: "local.support",
    area: "local",
    method: "GET",
    path: "/_local/support",
    summary: "Show how far the local service supports each operation",
    source: "assumed",
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object({
          operation: Type.String({ description: "Operation id, or method and path" }),
          field: Type.Optional(Type.String({ description: "Request field; the whole operation when absent" })),
          support: Type.Enum(["full", "recorded", "unsupported"]),
          note: Type.Optional(Type.String()),
        }),
      ),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: {
      result: [
        { operation: "browsers.create", support: "full" },
        {
          operation: "browsers.create",
          field: "region",
          support: "recorded",
          note: "the browser runs on this machine",
        },
        { operation: "GET /audit-logs", support: "unsupported" },
      ],
    },
  }),
  operation({
    id: "local.browser",
    area: "local",
    method: "GET",
    path: "/_local/browsers/{id}",
    summary: "Show local details of a session",
    source: "assumed",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        session_id: Type.String(),
        state: Type.Enum(["active", "deleted"]),
        pid: Type.Optional(Type.Integer(forOrganization("Process id of its browser"))),
        browser: Type.Optional(Type.String({ description: "Product and version" })),
        idle_seconds: Type.Optional(Type.Integer()),
        cdp_clients: Type.Optional(Type.Integer()),
        viewers: Type.Optional(Type.Integer({ description: "Open live views" })),
        container: Type.Optional(Type.Boolean({ description: "true when its processes run in a container" })),
        confined: Type.Optional(Type.Boolean({ description: "true when its browser runs in that container too" })),
        screen: Type.Optional(Type.Object(screen, { description: "Its screen" })),
        extensions: Type.Optional(
          Type.Array(Type.Object({ name: Type.String(), id: Type.String(), version: Type.String() }), {
            description: "Extensions it has loaded, with Chromium's ids of them",
          }),
        ),
        root: Type.Optional(Type.String(forOrganization("Directory that its processes see as / or use as HOME"))),
        end_reason: Type.Optional(Type.String({ description: "Reason of its end" })),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      result: {
        session_id: EXAMPLE_SESSION_ID,
        state: "active",
        pid: 4711,
        browser: "Chrome/146.0.7700.0",
        idle_seconds: 3,
        cdp_clients: 0,
        viewers: 0,
        container: true,
        confined: true,
        extensions: [],
        root: "/home/user/.local/state/browserctl/sessions/k3v9x2m7q1w8e5r4t6y0u2i9/root",
      },
    },
  }),
  operation({
    id: "local.liveView",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/live_view",
    summary: "Get a link to the live view of a session",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        read_only: Type.Optional(
          Type.Boolean({ default: false, description: "A link to watch only, without mouse, keyboard and clipboard" }),
        ),
      },
      { additionalProperties: false },
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        url: Type.String({ description: "Address of the page, with a token of its own that opens it once" }),
        read_only: Type.Boolean(),
        expires_at: Timestamp("Time until which it can be opened"),
      }),
    },
    errors: ["conflict"],
    idempotent: false,
    localOnly: true,
    assumed: ["the same link until it was opened or half of its 10 minutes are over"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { read_only: true },
      result: {
        url: `http://127.0.0.1:7450/browsers/${EXAMPLE_SESSION_ID}/live?jwt=TOKEN`,
        read_only: true,
        expires_at: "2026-03-01T09:40:00Z",
      },
    },
  }),
  operation({
    id: "local.keep",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/keep",
    summary: "Keep a session alive while nothing uses it",
    source: "assumed",
    params: browserId,
    body: Type.Object(
      {
        seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 259200,
            default: KEEP_SECONDS,
            description: "Seconds from now during which the session does not end; 0 for its idle limit alone",
          }),
        ),
      },
      { additionalProperties: false },
    ),
    bodyOptional: true,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        session_id: Type.String(),
        kept_until: Timestamp("Time until which the session does not end by itself"),
      }),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: ["the API has no call that changes timeout_seconds of a running session"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { seconds: 3600 },
      result: { session_id: EXAMPLE_SESSION_ID, kept_until: "2026-03-01T10:30:00Z" },
    },
  }),
  operation({
    id: "local.processes",
    area: "local",
    method: "GET",
    path: "/_local/browsers/{id}/processes",
    summary: "List the processes of a session",
    source: "assumed",
    params: browserId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object({
          process_id: Type.String(),
          pid: Type.Optional(Type.Integer(forOrganization("Process id on the machine"))),
          command: Type.String({ description: "Program and arguments, as one line of at most 4096 characters" }),
          state: Type.Enum(["running", "exited"]),
          exit_code: Type.Union([Type.Integer(), Type.Null()]),
          started_at: Timestamp("When it was started"),
          tty: Type.Boolean({ description: "true when it has a terminal" }),
        }),
      ),
    },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      result: [
        {
          process_id: EXAMPLE_PROCESS_ID,
          pid: 4711,
          command: "cat",
          state: "running",
          exit_code: null,
          started_at: "2026-03-01T09:30:00Z",
          tty: true,
        },
        {
          process_id: "7e2c9a41-5d3b-4c6e-8f10-b9a8d7c6e5f4",
          pid: 4712,
          command: "ls /tmp",
          state: "exited",
          exit_code: 0,
          started_at: "2026-03-01T09:31:00Z",
          tty: false,
        },
      ],
    },
  }),
  operation({
    id: "local.stdinClose",
    area: "local",
    method: "POST",
    path: "/_local/browsers/{id}/process/{process_id}/stdin/close",
    summary: "End the standard input of a process",
    source: "assumed",
    params: processId,
    response: { kind: "empty", status: 204 },
    errors: ["process_not_found", "process_not_running"],
    idempotent: true,
    localOnly: true,
    example: { params: { id: EXAMPLE_SESSION_ID, process_id: EXAMPLE_PROCESS_ID } },
  }),
  operation({
    id: "local.profileImport",
    area: "local",
    method: "POST",
    path: "/_local/profiles/import",
    summary: "Import a profile from a file",
    source: "assumed",
    query: Type.Object(
      { name: Type.Optional(entryName("Name, unique in the project")) },
      { additionalProperties: false },
    ),
    bodyKind: "bytes",
    response: { kind: "json", status: 201, schema: Profile },
    errors: ["conflict"],
    idempotent: false,
    localOnly: true,
    assumed: ["accepts the formats of a download: a zstd tar archive, a tar archive, or legacy JSON"],
    example: { query: { name: "imported" }, body: `{"cookies":[]}`, result: { ...profileExample, name: "imported" } },
  }),
] as const;

import Type from "typebox";
import {
  answerOf,
  closed,
  either,
  partOfAnswer,
  prints,
  printsNoJson,
  savedFile,
  streams,
  textOrNull,
  withOptional,
} from "../../cli/declare/command-output.ts";
import { outputFormats } from "../../settings/model.ts";
import { shells } from "../completion/lib/shells.ts";
import { targets } from "../mcp/lib/targets.ts";

// Outputs under `-o json` that are not an operation's answer. Declarations import them late, because they load TypeBox.

export const projectsUseOutput = prints(
  closed({
    context: Type.String(),
    project_id: Type.String(),
    project_name: Type.String(),
    in_use: Type.Boolean(),
    overridden_by: Type.Optional(Type.String()),
  }),
);

export const logsOutput = streams(
  closed({
    source: Type.Enum(["invocation", "deployment"]),
    id: Type.String({ description: "Id of the invocation or deployment" }),
    action: Type.Optional(Type.String({ description: "Action of the invocation" })),
    timestamp: Type.String(),
    message: Type.String(),
  }),
);

export const profilesInspectOutput = prints(
  closed({
    format: Type.Enum(["tar.zst", "tar", "json"]),
    bytes: Type.Integer({ description: "Bytes of the file" }),
    unpacked_bytes: Type.Optional(Type.Integer()),
    files: Type.Optional(Type.Integer()),
    browser: Type.Optional(Type.String({ description: "Product and version of the browser that wrote it" })),
    saved_at: Type.Optional(Type.String()),
    cookies: Type.Array(
      closed({
        domain: Type.String(),
        count: Type.Integer(),
        session: Type.Integer({ description: "Those without an expiry" }),
        first_expiry: Type.Optional(Type.String()),
        last_expiry: Type.Optional(Type.String()),
      }),
    ),
    origins: Type.Array(closed({ origin: Type.String(), storage: Type.Array(Type.String()) })),
  }),
);

export const profilesImportLocalOutput = prints(
  closed({
    id: textOrNull,
    name: Type.String({ description: "Name of the new profile" }),
    browser: Type.String(),
    browser_profile: Type.String({ description: "Directory of the browser's profile" }),
    cookies: Type.Integer({ description: "Cookies taken" }),
    sites: Type.Array(closed({ domain: Type.String(), cookies: Type.Integer() })),
    left_out: Type.Array(closed({ reason: Type.String(), cookies: Type.Integer() })),
  }),
);

export const invocationsBrowsersOutput = async () =>
  prints(await partOfAnswer("invocations.browsers", "properties", "browsers"));
export const invocationsCancelOutput = async () =>
  prints(either(await answerOf("invocations.get"), closed({ id: Type.String(), already_ended: Type.Literal(true) })));

export const executorsListOutput = async () =>
  prints(await partOfAnswer("playwright.listExecutors", "properties", "executors"));

export const webmcpListOutput = async () => prints(await partOfAnswer("webmcp.listTools", "properties", "tools"));
export const customToolsListOutput = async () =>
  prints(await partOfAnswer("webmcp.listCustomTools", "properties", "tools"));
export const customToolsAddOutput = async () =>
  prints(await partOfAnswer("webmcp.addCustomTools", "properties", "tools"));

export const providerItemsOutput = async () =>
  prints(await partOfAnswer("credentialProviders.items", "properties", "items"));

export const importCurlOutput = prints(
  closed({
    words: Type.Array(Type.String(), { description: "The command, word by word" }),
    notes: Type.Array(Type.String(), { description: "Parts of the curl command that were left out, and why" }),
  }),
);

export const extensionsActivateOutput = prints(
  Type.Array(
    closed({
      name: Type.String(),
      extension_name: Type.String(),
      version: Type.String(),
      size_bytes: Type.Integer(),
      sha256: Type.String(),
    }),
  ),
);

export const explainOutput = prints(
  Type.Array(
    closed({
      family: Type.String(),
      code: Type.String(),
      name: Type.Optional(Type.String()),
      number: Type.Optional(Type.Integer()),
      meaning: Type.String(),
      advice: Type.String(),
    }),
  ),
);

export const doctorOutput = prints(
  Type.Array(
    closed({
      id: Type.String(),
      area: Type.String(),
      status: Type.Enum(["ok", "note", "warning", "error"]),
      found: Type.String(),
      fix: textOrNull,
      exit_code: Type.Union([Type.Integer(), Type.Null()]),
      fixed: textOrNull,
    }),
  ),
);

const checkOutcome = Type.Enum(["failed", "passed", "skipped"]);

export const conformanceOutput = prints(
  Type.Array(
    closed({
      operation: Type.String(),
      method: Type.String(),
      path: Type.String(),
      outcome: checkOutcome,
      passed: Type.Integer({ description: "Checks that passed" }),
      failed: Type.Integer(),
      skipped: Type.Integer(),
      reason: textOrNull,
      checks: Type.Array(closed({ check: Type.String(), outcome: checkOutcome, reason: textOrNull })),
      duration_ms: Type.Integer(),
    }),
  ),
);

export const deprecationsOutput = prints(
  Type.Array(
    closed({
      kind: Type.Enum(["operation", "request field", "answer field"]),
      name: Type.String(),
      state: Type.Enum(["deprecated", "removed"]),
      since: textOrNull,
      removal: textOrNull,
      replacement: textOrNull,
      operations: Type.Array(Type.String()),
    }),
  ),
);

const shownContext = {
  current: Type.String({ description: "* for the context that a command here would use" }),
  name: Type.String(),
  kind: Type.Enum(["hosted", "local"]),
  base_url: textOrNull,
  project: textOrNull,
  token: Type.String({ description: "Place of the token in words" }),
  chosen_by: textOrNull,
  project_from: textOrNull,
};
const inUse = { in_use: Type.Boolean(), overridden_by: Type.Optional(Type.String()) };
const ofContext = { context: Type.String() };

export const contextListOutput = prints(Type.Array(closed(shownContext)));
export const contextShowOutput = prints(
  closed({
    ...shownContext,
    token: Type.String({ description: "Place of the token in words; the token itself with --show-token" }),
  }),
);
export const contextUseOutput = prints(
  closed({
    ...ofContext,
    project: Type.Optional(Type.String()),
    directory: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    ...inUse,
  }),
);
export const contextUnbindOutput = prints(
  closed({ directory: Type.String(), ...ofContext, removed: Type.Literal(true) }),
);
export const contextAddOutput = prints(closed({ ...ofContext, base_url: Type.String() }));
export const contextRemoveOutput = prints(closed({ ...ofContext, removed: Type.Literal(true) }));
export const contextRenameOutput = prints(closed({ ...ofContext, renamed_from: Type.String() }));

const settingValues = {
  output: Type.Enum(outputFormats),
  timeout: Type.String({ description: "A duration such as 30s" }),
  no_input: Type.Boolean(),
};

export const configGetOutput = prints(Type.Union(Object.values(settingValues)));
export const configListOutput = prints(Type.Partial(Type.Object(settingValues)));
export const configSetOutput = prints(Type.Partial(closed(settingValues)));
export const configUnsetOutput = prints(closed({ key: Type.String(), removed: Type.Boolean() }));
export const configPathOutput = prints(
  closed({ file: Type.String(), config_dir: Type.String(), state_dir: Type.String() }),
);
export const configExplainOutput = prints(
  Type.Array(
    closed({
      setting: Type.String(),
      value: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
      source: Type.String(),
      from: Type.String({ description: "Flag, variable or file that the value comes from" }),
      shadows: Type.Array(Type.String(), { description: "Places that it overrides" }),
    }),
  ),
);

const changedFiles = {
  shell: Type.Enum([...shells]),
  changes: Type.Array(
    closed({ path: Type.String(), action: Type.Enum(["created", "updated", "removed", "unchanged", "absent"]) }),
  ),
};

export const completionInstallOutput = prints(
  closed({ ...changedFiles, load: Type.String({ description: "Line that loads completion into the running shell" }) }),
);
export const completionUninstallOutput = prints(closed(changedFiles));

export const processStdinOutput = prints(closed({ written_bytes: Type.Integer(), input_ended: Type.Boolean() }));

export const browsersDeleteOutput = prints(
  Type.Array(closed({ id_or_name: Type.String(), deleted: Type.Literal(true) })),
);
export const browsersUseOutput = prints(
  closed({
    session_id: Type.String(),
    directory: Type.String(),
    in_use: Type.Boolean(),
    overridden_by: Type.Optional(Type.String()),
  }),
);
export const browsersUnbindOutput = prints(closed({ directory: Type.String(), removed: Type.Literal(true) }));
export const browsersRunOutput = printsNoJson;
export const mcpOutput = printsNoJson;

export const skillOutput = prints(Type.String({ description: "The guide, in Markdown" }));

export const skillFilesOutput = prints(
  closed({
    changes: Type.Array(
      closed({
        path: Type.String(),
        action: Type.Enum(["created", "updated", "unchanged", "removed", "absent"]),
      }),
    ),
  }),
);

export const mcpSettingsOutput = prints(
  closed({
    target: Type.Enum(targets),
    path: Type.String({ description: "Settings file of the client" }),
    action: Type.Enum(["created", "updated", "unchanged", "removed", "absent"]),
    change: Type.Array(Type.String(), { description: "Lines of the change, as of a diff" }),
    dry_run: Type.Boolean(),
  }),
);
export const browsersViewOutput = prints(
  closed({ session_id: Type.String(), url: Type.String(), read_only: Type.Boolean() }),
);

const path = { path: Type.String() };

export const fsRmOutput = prints(Type.Array(closed({ ...path, deleted: Type.Literal(true) })));
export const fsReadOutput = prints(Type.String({ description: "The file's text" }));
const uploaded = Type.Array(closed({ ...path, bytes: Type.Integer() }));
const extractedThere = closed({ ok: Type.Literal(true), dest_path: Type.String(), bytes: Type.Integer() });
const extractedHere = closed({ ...path, entries: Type.Integer(), bytes: Type.Integer() });

export const fsUploadOutput = prints(Type.Union([uploaded, extractedThere]));
export const fsUploadZipOutput = prints(extractedThere);
export const fsCpOutput = prints(Type.Union([uploaded, extractedThere, savedFile, extractedHere]));
export const fsWriteOutput = prints(closed({ ok: Type.Literal(true), ...path, bytes: Type.Integer() }));
export const fsDownloadOutput = prints(Type.Union([savedFile, extractedHere]));
export const fsDownloadDirOutput = prints(Type.Union([savedFile, extractedHere]));

export const authStatusOutput = prints(
  Type.Array(
    closed({
      current: Type.String({ description: "* for the token that a command here would send" }),
      context: textOrNull,
      base_url: textOrNull,
      stored_in: textOrNull,
      state: Type.Enum(["valid", "refused", "no_token", "not_running", "unreachable", "failed"]),
      project: textOrNull,
      scope: Type.Union([Type.Enum(["all projects", "one project"]), Type.Null()]),
      identity: textOrNull,
      organization_id: textOrNull,
      credential_project_id: textOrNull,
      project_id: textOrNull,
      error: textOrNull,
    }),
  ),
);
export const authTokenOutput = prints(closed({ token: Type.String() }));

export const appsInitOutput = prints(
  closed({ ok: Type.Literal(true), dir: Type.String(), app_name: Type.String(), files: Type.Array(Type.String()) }),
);
export const appsDeleteOutput = prints(
  Type.Array(
    closed({
      app_name: Type.String(),
      version: Type.String(),
      deployment: Type.String(),
      deleted: Type.Literal(true),
    }),
  ),
);

/** The running version; the deployment with --no-follow, or if the service does not name the version. */
export const appsDeployOutput = async () =>
  prints(
    either(
      withOptional(await partOfAnswer("apps.list", "$defs", "AppVersion"), "env_vars"),
      await answerOf("deployments.get"),
    ),
  );

/** The key as the service sent it; with `--out-file`, the saved file instead of the key. */
export const newKeyOutput = async () => {
  const { properties, ...schema } = withOptional(await answerOf("apiKeys.create"), "key");
  return prints({
    ...schema,
    properties: { ...(properties as object), out_file: Type.String({ description: "File that holds the key" }) },
  });
};

export const loginOutput = prints(
  closed({
    ...ofContext,
    base_url: Type.String(),
    store: Type.String(),
    stored_in: Type.String(),
    checked: Type.Boolean(),
    issuer: Type.Optional(Type.String({ description: "Authorization server of a login by the browser" })),
    expires_at: Type.Optional(textOrNull),
    organization_id: Type.Optional(Type.String()),
    principal_id: Type.Optional(textOrNull),
    credential_id: Type.Optional(textOrNull),
    credential_project_id: Type.Optional(textOrNull),
    project_id: Type.Optional(textOrNull),
  }),
);
const removedLogin = closed({ ...ofContext, removed: Type.Boolean() });
export const logoutOutput = prints(Type.Union([removedLogin, Type.Array(removedLogin)]));
export const apiOutput = prints(Type.Unknown({ description: "The answer as it came" }));
export const openapiOutput = prints(Type.Object({}, { description: "OpenAPI 3.1 document" }));
export const invokeOutput = prints(
  Type.Unknown({ description: "The action's result; with --no-wait the record of the invocation" }),
);

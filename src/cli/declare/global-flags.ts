import type { PlainOperation } from "../../contract/plain.ts";
import { outputFormats } from "../../settings/model.ts";
import type { CommandSpec, FlagSpec } from "./spec.ts";

/** Languages in which `--print` writes a request. */
const printLanguages = ["curl", "fetch", "powershell"] as const;

export type PrintLanguage = (typeof printLanguages)[number];

const everywhere: readonly FlagSpec[] = [
  {
    name: "output",
    short: "o",
    kind: "enum",
    choices: outputFormats,
    summary: "Format of the result",
    placeholder: "FORMAT",
  },
  {
    name: "fields",
    kind: "string",
    summary: "Show only these fields, such as session_id,viewport.width",
    placeholder: "A,B.C",
  },
  { name: "query", kind: "string", summary: "JMESPath expression to apply to the result", placeholder: "EXPR" },
  {
    name: "template",
    kind: "text",
    summary: "Liquid template for the result, for each item of a list: '{{session_id}}\\t{{name}}', @file",
    placeholder: "TEXT",
  },
  { name: "timeout", kind: "duration", summary: "Time limit of the whole command, such as 30s", placeholder: "TIME" },
  { name: "debug", kind: "boolean", summary: "Trace requests and print stack traces on stderr" },
  { name: "show-token", kind: "boolean", summary: "Show the token and other secrets instead of masking them" },
  {
    name: "quiet",
    short: "q",
    kind: "boolean",
    summary: "Print no notices and no progress, and only the ids of records",
  },
  { name: "yes", short: "y", kind: "boolean", summary: "Confirm every question" },
  { name: "no-input", kind: "boolean", summary: "Never prompt; a missing value is an error" },
  { name: "no-color", kind: "boolean", summary: "Disable colours" },
  { name: "help", short: "h", kind: "boolean", summary: "Show this help" },
];

const ofContexts: readonly FlagSpec[] = [
  { name: "context", kind: "string", summary: "Context to use instead of the current one", placeholder: "NAME" },
  { name: "base-url", kind: "string", summary: "Base URL of the service", placeholder: "URL" },
  { name: "project", kind: "string", summary: "Project id or name", placeholder: "PROJECT" },
  {
    name: "insecure-http",
    kind: "boolean",
    summary: "Send the token over plain http to a host that is not this machine",
  },
];

const dryRun: FlagSpec = { name: "dry-run", kind: "boolean", summary: "Print the request instead of sending it" };

const ofRequests: readonly FlagSpec[] = [
  dryRun,
  {
    name: "print",
    kind: "enum",
    choices: printLanguages,
    summary: "Print the request as code: a curl command, a module with fetch, or PowerShell 7",
    placeholder: "LANGUAGE",
  },
  { name: "retry-unsafe", kind: "boolean", summary: "Also retry calls that may already have had an effect" },
];

const ofBodies: readonly FlagSpec[] = [
  {
    name: "input",
    kind: "text",
    summary: "JSON body, which flags override: -, @file or env:NAME",
    placeholder: "JSON",
  },
];

const ofLists: readonly FlagSpec[] = [{ name: "all", kind: "boolean", summary: "Get every page, as one list" }];

const ofReads: readonly FlagSpec[] = [
  {
    name: "watch",
    kind: "duration",
    summary: "Repeat the command at this interval and show what changes",
    placeholder: "TIME",
  },
];

/** Names that no command may use for a flag of its own. */
export const reservedFlags: readonly string[] = [
  ...[everywhere, ofContexts, ofRequests, ofBodies, ofLists, ofReads].flat().map((flag) => flag.name),
  "version",
];

export interface GlobalNeeds {
  body: boolean;
  paged: boolean;
  /** True for an operation that reads and answers with JSON. */
  reads: boolean;
}

/** Global flags that apply to an operation. A form has files, which no JSON can hold. */
export function needsOf(operation: PlainOperation | undefined): GlobalNeeds {
  return {
    body: operation?.body !== undefined && operation.bodyKind === undefined,
    paged: operation?.paging !== undefined,
    reads: operation?.method === "GET" && operation.response.kind === "json",
  };
}

/** The global flags that have an effect on a command. */
export function globalFlags(spec: CommandSpec, needs: GlobalNeeds): readonly FlagSpec[] {
  const requests = spec.requests ?? spec.operation !== undefined;
  return [
    ...(needs.body && spec.input !== false ? ofBodies : []),
    ...(needs.paged ? ofLists : ofLists.flatMap((flag) => (spec.all ? [{ ...flag, summary: spec.all }] : []))),
    ...(needs.reads && spec.watch !== false ? ofReads : []),
    ...everywhere,
    ...(requests ? [...ofContexts, ...ofRequests] : ofContexts),
    ...(spec.dryRun ? [{ ...dryRun, summary: spec.dryRun }] : []),
  ];
}

/** Every global flag, for the router that looks for the command's words among them. */
export const allGlobalFlags: readonly FlagSpec[] = [
  everywhere,
  ofContexts,
  ofRequests,
  ofBodies,
  ofLists,
  ofReads,
].flat();

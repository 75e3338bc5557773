import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { isObject } from "../../../core/is-object.ts";
import { withoutNext } from "../../batch/lib/line-io.ts";
import type { LineResult } from "../../batch/lib/run-line.ts";
import { MAX_LISTED_RECORDS, MAX_RESULT_TEXT } from "./limits.ts";
import type { LineOptions, Runner } from "./runner.ts";
import { ownLine } from "./tool-result.ts";

interface Reading extends Omit<LineOptions, "output"> {
  readonly runner: Runner;
}

/** A kind of resource: records of a list, each with a part that can be read. */
interface Kind {
  /** First part of the path of an address. */
  readonly noun: string;
  readonly part: "log" | "screenshot";
  readonly about: string;
  readonly mimeType: string;
  /** Words of its list, and the field with the id of a record. */
  readonly list: readonly string[];
  readonly id: string;
  /** Words that read it, before its id. */
  readonly read: readonly string[];
}

/** The kinds of resources. */
const kinds: readonly Kind[] = [
  {
    noun: "invocations",
    part: "log",
    about: "Log of an invocation of an app",
    mimeType: "text/plain",
    list: ["invocations", "list"],
    id: "id",
    read: ["invocations", "tail", "--no-follow"],
  },
  {
    noun: "deployments",
    part: "log",
    about: "Log of a deployment of an app",
    mimeType: "text/plain",
    list: ["deployments", "list"],
    id: "id",
    read: ["deployments", "tail", "--no-follow"],
  },
  {
    noun: "browsers",
    part: "screenshot",
    about: "Screen of a session, as it is now",
    mimeType: "image/png",
    list: ["browsers", "list"],
    id: "session_id",
    read: ["browsers", "computer", "screenshot"],
  },
];

/** Code of the protocol for a resource that does not exist. */
const NOT_FOUND = -32_002;

/** Forms of the addresses of all resources. */
export const resourceTemplates = kinds.map(({ about, mimeType, noun, part }) => ({
  uriTemplate: `browserctl://${noun}/{id}/${part}`,
  name: `${noun} ${part}`,
  description: about,
  mimeType,
}));

/** Codes of a service that is not there, so that it has no records. */
const notRunning: readonly unknown[] = ["local_not_running", "no_service"];

/** The resources of the newest records. There are none while there is no service. */
export async function listResources({ runner, ...options }: Reading) {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const args = [...kind.list, `--limit=${MAX_LISTED_RECORDS}`, "--quiet"];
      const [result] = await runner.run([{ args }], { ...options, output: "jsonl" });
      if (!result || (result.exit_code !== 0 && !notRunning.includes(codeOf(result)))) throw failure(result);
      const records = "result" in result && Array.isArray(result.result) ? result.result : [];
      return records.filter(isObject).map((record) => resourceOf(kind, record));
    }),
  );
  return lists.flat();
}

function resourceOf({ about, id, mimeType, noun, part }: Kind, record: Record<string, unknown>) {
  const { action_name, app_name, name, status } = record;
  const names = [app_name, action_name, name].filter((each) => typeof each === "string" && each !== "").join(" ");
  const title = [names, status].filter((each) => typeof each === "string" && each !== "").join(", ");
  return {
    uri: `browserctl://${noun}/${encodeURIComponent(String(record[id]))}/${part}`,
    name: `${noun} ${String(record[id])} ${part}`,
    ...(title !== "" && { title }),
    description: about,
    mimeType,
  };
}

/** Content of a resource. Rejects with an error of the protocol where there is none. */
export async function readResource(uri: string, { runner, ...options }: Reading) {
  const [, noun, word = "", part] = /^browserctl:\/\/(\w+)\/([^/]+)\/(\w+)$/.exec(uri) ?? [];
  const kind = kinds.find((each) => each.noun === noun && each.part === part);
  const id = decoded(word);
  if (!kind || id === undefined) throw new McpError(NOT_FOUND, `there is no resource "${uri}"`, { uri });
  const [result] = await runner.run([{ args: [...kind.read, "--", id] }], { ...options, output: "text" });
  const { mimeType } = kind;
  if (result && "base64" in result) return { uri, mimeType, blob: result.base64 };
  // The log of an invocation that failed ends with exit 8.
  if (result && "result" in result && typeof result.result === "string")
    return { uri, mimeType, text: withoutNext(lastPart(result.result)) };
  if (result?.exit_code === 0) return { uri, mimeType, text: "" };
  throw failure(result, uri);
}

function decoded(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

/** The end of a log, within the limit. */
function lastPart(text: string): string {
  if (text.length <= MAX_RESULT_TEXT) return text;
  const end = text.slice(-MAX_RESULT_TEXT);
  return `… the last ${end.length} of ${text.length} characters; the tail command has the rest\n${end.slice(end.indexOf("\n") + 1)}`;
}

function codeOf({ error }: Pick<LineResult, "error">): unknown {
  return isObject(error) ? error["code"] : undefined;
}

function failure(result: LineResult | undefined, uri?: string): McpError {
  const error = isObject(result?.error) ? result.error : {};
  const { code = "failed", message = "the command failed" } = error;
  const isMissing = uri !== undefined && error["exit_code"] === 4;
  return new McpError(isMissing ? NOT_FOUND : ErrorCode.InternalError, ownLine(`${String(code)}: ${String(message)}`), {
    ...(uri !== undefined && { uri }),
  });
}

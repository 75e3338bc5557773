import type { AgentState } from "../agent-state.ts";
import { type FramePlace, framesOf } from "../frames.ts";
import { oneLine, quoted } from "../page-text.ts";
import { refuseDialog } from "../refuse-dialog.ts";
import {
  type ChangedRecords,
  Refusal,
  type StorageChangeRequest,
  type StorageRequest,
  type StorageResult,
} from "../requests.ts";
import type { AgentPage } from "../target.ts";

/** Maximum number of keys that are listed. */
const MAX_KEYS = 1_000;
/** Maximum number of characters of a key in a text. */
const MAX_KEY = 100;

type Choice = Pick<StorageRequest, "session" | "origin">;

/** Keys of the page's localStorage or sessionStorage. Refuses a key that it does not have. */
export async function readStorage(
  page: AgentPage,
  { secrets }: AgentState,
  request: StorageRequest,
): Promise<StorageResult> {
  const { key, values } = request;
  const { origin, answer } = await inStorage<Listed>(page, request, {
    action: "list",
    key,
    max: MAX_KEYS,
    values: values === true,
  });
  if (key !== undefined && answer.items.length === 0) throw noItem(key, request, origin);
  const items = answer.items.map(({ value, ...item }) => ({
    ...item,
    ...(value !== undefined && { value: secrets.hide(value) }),
  }));
  return { origin, items, total: answer.total };
}

/** Sets a key, deletes it, or deletes all. Refuses a value that does not fit, and to delete a key that is not there. */
export async function changeStorage(
  page: AgentPage,
  { secrets }: AgentState,
  request: StorageChangeRequest,
): Promise<ChangedRecords> {
  const { action, key = "", secret, value = "" } = request;
  if (secret) secrets.addValue(value);
  const { answer, origin } = await inStorage<Changed>(page, request, { action, key, value });
  const where = `${nameOf(request)} of ${origin}`;
  const what = quoted(oneLine(key), MAX_KEY);
  if (answer.full) throw new Refusal("storage_full", `${where} has no room for the value of ${what}`);
  if (answer.lost) throw new Refusal("not_kept", `${where} did not keep the value of ${what}`);
  const { count } = answer;
  if (action === "set") return { text: `set ${what} in ${where}`, count };
  if (action === "clear") return { text: `deleted ${count} ${count === 1 ? "key" : "keys"} of ${where}`, count };
  if (count === 0) throw noItem(key, request, origin);
  return { text: `deleted ${what} from ${where}`, count };
}

function nameOf({ session }: Choice): string {
  return session ? "sessionStorage" : "localStorage";
}

function noItem(key: string, choice: Choice, origin: string): Refusal {
  return new Refusal("no_item", `${nameOf(choice)} of ${origin} has no key ${quoted(oneLine(key), MAX_KEY)}`);
}

interface Listed {
  readonly items: readonly { readonly key: string; readonly size: number; readonly value?: string }[];
  readonly total: number;
}
interface Changed {
  readonly count: number;
  /** No room for the value. */
  readonly full?: boolean;
  /** Another value is there afterwards. */
  readonly lost?: boolean;
}
interface Denied {
  /** Name of the error with which the page has no storage. */
  readonly denied: string;
}

interface Script {
  readonly action: "list" | "set" | "delete" | "clear";
  readonly key: string | undefined;
  readonly value?: string;
  readonly values?: boolean;
  readonly max?: number;
}

/** Runs the script in an isolated world of a frame, whose storage is that of the frame. */
async function inStorage<T>(
  page: AgentPage,
  choice: Choice,
  script: Script,
): Promise<{ readonly answer: T; readonly origin: string }> {
  refuseDialog(page);
  const { frameId, origin, session } = await frameOf(page, choice.origin);
  const world = { frameId, worldName: page.worldName };
  const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
  const { exceptionDetails, result } = await session.send("Runtime.callFunctionOn", {
    functionDeclaration: useStorage,
    executionContextId,
    arguments: [{ value: { ...script, isSession: choice.session === true } }],
    returnByValue: true,
  });
  const answer = result.value as T | Denied | undefined;
  if (exceptionDetails || answer === undefined) throw new Error("the storage could not be used");
  if (!isDenied(answer)) return { answer, origin };
  const whose = origin === "null" ? "a page without an origin of its own" : origin;
  throw new Refusal("no_storage", `${whose} may not use ${nameOf(choice)}`);
}

function isDenied<T>(answer: T | Denied): answer is Denied {
  return typeof answer === "object" && answer !== null && "denied" in answer;
}

/** Frame of an origin, the outermost first; the page's own when undefined. */
async function frameOf(page: AgentPage, wanted: string | undefined): Promise<FramePlace> {
  const frames = await framesOf(page, wanted === undefined);
  const origin = wanted === undefined ? undefined : originOf(wanted);
  const found = origin === undefined ? frames[0] : frames.find((frame) => frame.origin === origin);
  if (found) return found;
  const there = [...new Set(frames.map((frame) => frame.origin))].filter((each) => each !== "null");
  const some = there.length > 0 ? `there are ${there.join(", ")}` : "the page has no origin";
  throw new Refusal("no_storage", `no frame of the page has the origin ${quoted(oneLine(wanted ?? ""), 200)}; ${some}`);
}

function originOf(text: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).origin : "null:";
}

/** Function for an isolated world that reads or changes the storage. */
const useStorage = `({ action, isSession, key, max, value, values }) => {
  let storage;
  try { storage = isSession ? sessionStorage : localStorage } catch (error) { return { denied: error.name } }
  if (!storage) return { denied: "null" };
  const { getItem, setItem, removeItem, key: keyAt } = Storage.prototype;
  const read = (name) => getItem.call(storage, name);
  const length = Object.getOwnPropertyDescriptor(Storage.prototype, "length").get.call(storage);
  if (action === "list") {
    const names = [];
    if (key !== undefined) { if (read(key) !== null) names.push(key) }
    else for (let at = 0; at < length; at += 1) names.push(keyAt.call(storage, at));
    names.sort();
    const encoder = new TextEncoder();
    const items = names.slice(0, max).map((name) => {
      const text = read(name) ?? "";
      return { key: name, size: encoder.encode(text).length, ...(values && { value: text }) };
    });
    return { items, total: length };
  }
  if (action === "set") {
    try { setItem.call(storage, key, value) }
    catch (error) { return error.name === "QuotaExceededError" ? { count: 0, full: true } : { denied: error.name } }
    return read(key) === value ? { count: 1 } : { count: 0, lost: true };
  }
  if (action === "delete") {
    if (read(key) === null) return { count: 0 };
    removeItem.call(storage, key);
    return { count: 1 };
  }
  Storage.prototype.clear.call(storage);
  return { count: length };
}`;

import type { Protocol } from "devtools-protocol";
import { framesOf } from "../frames.ts";
import { oneLine } from "../page-text.ts";
import { shortUrl } from "../snapshot/take-snapshot.ts";
import type { AgentPage, SharedPageWorker, TargetSession } from "../target.ts";
import { within } from "../waiting.ts";
import { boundedCopy, type Room } from "./bounded-copy.ts";
import { argumentsText, valueText } from "./console-text.ts";

type RemoteObject = Protocol.Runtime.RemoteObject;

/** Number of console calls and exceptions that the browser keeps of a page, and of other entries. */
const KEPT = 1_000;
/** Maximum number of objects whose properties are read, from the newest message back. */
const MAX_PREVIEWS = 300;
/** Maximum number of characters of a message that are kept, and of all messages of one read. */
const MAX_MESSAGE = 16_384;
const MAX_READ = 32 * 2 ** 20;
/** Maximum number of functions of a stack. */
const MAX_STACK = 20;
/** Maximum time for a frame with a process of its own, and for the properties, in milliseconds. */
const FRAME_BOUND_MS = 3_000;

/** Message of a console. */
export interface ConsoleMessage {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: "debug" | "info" | "warning" | "error";
  readonly text: string;
  readonly url: string | undefined;
  /** Line and column, from 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly stack: readonly string[];
  /** Address of the frame of another site that it is from. */
  readonly frame: string | undefined;
  /** Kind of the worker that it is from. */
  readonly worker: "worker" | SharedPageWorker["kind"] | undefined;
  /** True for an entry of the browser itself, whose address is what it is about. */
  readonly isLog: boolean;
}

interface Collected {
  readonly messages: readonly ConsoleMessage[];
  /** Time of the newest message, wanted or not; 0 without any. */
  readonly newest: number;
  /** True where the browser may have dropped older ones. */
  readonly isFull: boolean;
}

/** Where messages are from. */
type Source = Pick<ConsoleMessage, "frame" | "worker">;

/** Message before its text is made. */
interface Raw extends Omit<ConsoleMessage, "text" | keyof Source> {
  /** True for an entry that repeats what a worker of the page has said. */
  readonly isOfWorker: boolean;
  readonly prefix: string;
  readonly args: readonly RemoteObject[];
}

type IsWanted = (message: Pick<ConsoleMessage, "level" | "time">) => boolean;

/**
 * Messages that the browser has kept, of the page, its frames and workers, in order of time. It repeats them to each new
 * session, so that nothing has to listen before. A page could notice that it is read, as it can a developer's tools.
 */
export async function collectMessages(page: AgentPage, isWanted: IsWanted): Promise<Collected> {
  const read: Room = { left: MAX_READ };
  const frames = (await page.remoteFrames()).map(({ session }) =>
    within(frameMessages(session, isWanted, read), FRAME_BOUND_MS),
  );
  const own = messagesOf(page.session, isWanted, { frame: undefined, worker: undefined }, read);
  const workers = await workersOf(page);
  const ofWorkers = workers.map(({ kind, session }) =>
    within(messagesOf(session, isWanted, { frame: undefined, worker: kind }, read), FRAME_BOUND_MS),
  );
  // A frame or worker that is gone or does not answer has no messages.
  const others = await Promise.all([...frames, ...ofWorkers].map((each) => each.catch(() => undefined)));
  const all = [await own, ...others.filter((each) => each !== undefined)];
  return {
    messages: all.flatMap(({ messages }) => messages).sort((a, b) => a.time - b.time),
    newest: Math.max(...all.map(({ newest }) => newest)),
    isFull: all.some(({ isFull }) => isFull),
  };
}

/** Workers that the sites of the page and its frames share; none where they cannot be reached. */
async function workersOf(page: AgentPage): Promise<readonly SharedPageWorker[]> {
  if (!page.sharedWorkers) return [];
  const origins = (await framesOf(page)).map(({ origin }) => origin).filter((origin) => origin !== "null");
  return page.sharedWorkers(origins);
}

async function frameMessages(session: TargetSession, isWanted: IsWanted, read: Room): Promise<Collected> {
  const { frameTree } = await session.send("Page.getFrameTree");
  return messagesOf(session, isWanted, { frame: frameTree.frame.url, worker: undefined }, read);
}

async function messagesOf(session: TargetSession, isWanted: IsWanted, source: Source, read: Room): Promise<Collected> {
  const calls: Raw[] = [];
  const entries: Raw[] = [];
  const kept =
    <Event>(list: Raw[], rawOf: (event: Event) => Raw) =>
    (event: Event): void => {
      const copy = messageWithin(read, event);
      if (copy) list.push(rawOf(copy));
    };
  const stops = [
    session.on("Runtime.consoleAPICalled", kept(calls, ofCall)),
    session.on("Runtime.exceptionThrown", kept(calls, ofException)),
    session.on(
      "Log.entryAdded",
      kept(entries, ({ entry }) => ofEntry(entry)),
    ),
  ];
  try {
    // Both answer after they have repeated what was kept.
    await Promise.all([session.send("Runtime.enable"), session.send("Log.enable")]);
    for (const stop of stops) stop();
    const raw = [...calls, ...entries].sort((a, b) => a.time - b.time);
    const messages = await withTexts(session, raw.filter(isWanted), source);
    const newest = raw.at(-1)?.time ?? 0;
    return { messages, newest, isFull: calls.length >= KEPT || entries.length >= KEPT || read.left <= 0 };
  } finally {
    for (const stop of stops) stop();
    await Promise.allSettled([session.send("Runtime.disable"), session.send("Log.disable")]);
  }
}

/** Beginning of an event that may be as long as a page likes; undefined when all messages together are too long. */
function messageWithin<Event>(read: Room, event: Event): Event | undefined {
  const room: Room = { left: Math.min(MAX_MESSAGE, read.left) };
  const before = room.left;
  if (before <= 0) return undefined;
  const copy = boundedCopy(event, room);
  read.left -= before - room.left;
  return copy;
}

async function withTexts(session: TargetSession, raw: readonly Raw[], source: Source): Promise<ConsoleMessage[]> {
  const previews = await previewsOf(session, raw);
  return raw.map(({ args, isOfWorker, prefix, ...message }) => {
    const known = args.map((arg) => previews.get(arg) ?? arg);
    const text = prefix === "" ? argumentsText(known) : oneLine([prefix, ...known.map(valueText)].join(" "));
    return { ...message, text, ...source, ...(isOfWorker && { worker: "worker" as const }) };
  });
}

/** Properties of the objects in the newest messages, as they are now: those of messages that were kept have none. */
async function previewsOf(session: TargetSession, raw: readonly Raw[]): Promise<Map<RemoteObject, RemoteObject>> {
  const previews = new Map<RemoteObject, RemoteObject>();
  const objects = raw
    .flatMap(({ args }) => args)
    .filter(({ objectId, subtype, type }) => objectId !== undefined && type === "object" && !isNamed(subtype))
    .slice(-MAX_PREVIEWS);
  const reads = objects.map(async (object) => {
    const call = { objectId: object.objectId ?? "", functionDeclaration: "function () { return this }" };
    const answer = await session
      .send("Runtime.callFunctionOn", { ...call, generatePreview: true })
      .catch(() => undefined);
    if (answer && !answer.exceptionDetails) previews.set(object, boundedCopy(answer.result, { left: MAX_MESSAGE }));
  });
  await within(Promise.all(reads), FRAME_BOUND_MS);
  return previews;
}

/** True for an object whose description says enough. */
function isNamed(subtype: string | undefined): boolean {
  return subtype !== undefined && !["array", "map", "set"].includes(subtype);
}

const levelsOfCalls: { readonly [Type in Protocol.Runtime.ConsoleAPICalledEvent["type"]]?: ConsoleMessage["level"] } = {
  debug: "debug",
  warning: "warning",
  error: "error",
  assert: "error",
};

function ofCall({ args, stackTrace, timestamp, type }: Protocol.Runtime.ConsoleAPICalledEvent): Raw {
  return {
    time: timestamp,
    level: levelsOfCalls[type] ?? "info",
    prefix: type === "assert" ? "Assertion failed:" : "",
    args: type === "clear" ? [{ type: "string", value: "the console was cleared" }] : args,
    ...placeOf(stackTrace),
    isOfWorker: false,
    isLog: false,
  };
}

function ofException({ exceptionDetails, timestamp }: Protocol.Runtime.ExceptionThrownEvent): Raw {
  const { columnNumber, exception, lineNumber, stackTrace, text, url } = exceptionDetails;
  const place = placeOf(stackTrace);
  return {
    time: timestamp,
    level: "error",
    prefix: text,
    args: exception ? [exception] : [],
    ...(place.url === undefined ? { url, line: lineNumber + 1, column: columnNumber + 1 } : place),
    stack: place.stack.length > 0 ? place.stack : stackOf(exception),
    isOfWorker: false,
    isLog: false,
  };
}

/** Functions in the text of an error: the browser keeps a stack only while a client listens. */
function stackOf(exception: RemoteObject | undefined): string[] {
  if (exception?.subtype !== "error") return [];
  const lines = (exception.description ?? "").split("\n").filter((line) => /^\s+at \S/.test(line));
  return lines.slice(0, MAX_STACK).map((line) => {
    const call = line.trimStart().slice("at ".length);
    const end = call.lastIndexOf(" (");
    const place = call.slice(end < 0 ? 0 : end + " (".length).replace(/\)$/, "");
    return `${end < 0 ? "(anonymous)" : oneLine(call.slice(0, end)).slice(0, 100)} ${shortUrl(place)}`;
  });
}

const levelsOfEntries = { verbose: "debug", info: "info", warning: "warning", error: "error" } as const;

function ofEntry({ level, lineNumber, stackTrace, text, timestamp, url, workerId }: Protocol.Log.LogEntry): Raw {
  const { stack } = placeOf(stackTrace);
  return {
    time: timestamp,
    level: levelsOfEntries[level],
    prefix: "",
    // A percent sign in an address is no format.
    args: [{ type: "string", value: text.replaceAll("%", "%%") }],
    url,
    line: lineNumber === undefined ? undefined : lineNumber + 1,
    column: undefined,
    stack,
    isOfWorker: workerId !== undefined,
    isLog: workerId === undefined,
  };
}

function placeOf(trace: Protocol.Runtime.StackTrace | undefined): Pick<Raw, "url" | "line" | "column" | "stack"> {
  const frames = trace?.callFrames ?? [];
  const [first] = frames;
  return {
    url: first?.url,
    line: first && first.lineNumber + 1,
    column: first && first.columnNumber + 1,
    stack: frames.slice(0, MAX_STACK).map(({ columnNumber, functionName, lineNumber, url }) => {
      const name = functionName === "" ? "(anonymous)" : oneLine(functionName).slice(0, 100);
      return `${name} ${shortUrl(url)}:${lineNumber + 1}:${columnNumber + 1}`;
    }),
  };
}

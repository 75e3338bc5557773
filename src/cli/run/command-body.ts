import type { ApiClient } from "../../client/call.ts";
import { redactRecord } from "../../client/redact.ts";
import type { Part } from "../../contract/plain.ts";
import { maskInCi } from "../../core/ci-mask.ts";
import { interruptible } from "../../core/interruptible.ts";
import type { Io } from "../../core/io.ts";
import type { Text } from "../../core/styled.ts";
import type { Column } from "../../render/columns.ts";
import { paletteOf } from "../../render/palette.ts";
import type { Service } from "../../settings/require-service.ts";
import type {
  BatchForms,
  Body,
  BytesOptions,
  CallOptions,
  Result,
  TextOptions,
  ValueOptions,
} from "../declare/body.ts";
import type { CommandContext } from "../declare/context.ts";
import type { CommandTypes } from "../declare/declaration.ts";
import { commandArgs } from "../declare/field-flags.ts";
import type { Output, OutputEnd } from "../declare/spec.ts";
import { readSource, sourceBytes } from "../input/source.ts";
import { askSecret, askText } from "./confirm.ts";
import { placeOfQuestion } from "./sentences.ts";
import { typedApi } from "./typed-api.ts";

/** Makes the argument of a typed command's function from the values of its words. */
export function commandBody(context: CommandContext, client: () => Promise<ApiClient>): Body<CommandTypes> {
  const { spec, io, lifetime, globals, operation, rest, request } = context;
  const { paths, settings, directoryFile, resolved, failures } = context;
  const { signal } = lifetime;
  const previewing = context.recorder !== undefined;
  const consented = globals.yes || previewing;
  const selects = globals.query !== undefined || globals.fields !== undefined || globals.template !== undefined;
  const { columns } = spec;
  const body = {
    args: argsByKey(context),
    flags: flagsByKey(context),
    rest,
    request,
    output: globals.output,
    wantsValue: globals.output !== "text" || selects,
    forPeople: !selects && (globals.output === "table" || (globals.output === "text" && io.tty.stdout)),
    selects,
    all: globals.all,
    tty: io.tty,
    interactive: io.interactive,
    cwd: io.cwd,
    env: io.env,
    signal,
    previewing,
    consented,
    showsSecrets: globals.showToken,
    settings: { paths, settings, directoryFile, resolved, failures },
    note: (text: string) => io.note(text),
    warn: (text: string) => io.warn(text),
    defer: (cleanup: () => void | Promise<void>) => lifetime.defer(cleanup),
    interruptible: (what: string) => interruptible(what, lifetime),
    takeErrors: (handler: (error: unknown) => void) => lifetime.takeErrors(handler),
    read: (word: string, owner: string) => readSource(word, owner, io, signal),
    readBytes: (word: string, owner: string) => sourceBytes(word, owner, io, signal),
    now: () => io.now(),
    get width() {
      return io.tty.stdout ? io.width : Number.POSITIVE_INFINITY;
    },
    palette: () => paletteOf(io.colour("stdout")),
    confirm: async (question: string, about: "service" | "machine" = "service") => {
      if (consented) return;
      const place = about === "service" ? await placeOfQuestion(context) : "";
      await context.confirm(question.replace(/\?(?=[^?]*$)/, () => `${place}?`));
    },
    askSecret: (message: string, missing: string) => askSecret(message, missing, io, signal),
    askText: (message: string, check: (answer: string) => string | undefined) => askText(message, check, io, signal),
    askByView: <T>(view: (terminal: { io: Io; signal: AbortSignal }) => Promise<T>) => view({ io, signal }),
    progress: async <T>(text: string, work: (show: (text: string) => void) => Promise<T>) =>
      (await import("../output/progress.ts")).progress(io, text, work),
    service: () => context.service(),
    token: (service?: Service) => context.token(service),
    client,
    log: (text: Text | Uint8Array) => io.writeError(text),
    maskInCi: (secret: string) => maskInCi(io, secret),
    problems: async (part: Part, value: unknown) =>
      operation ? (await import("../input/check-request.ts")).checkRequest(operation, part, value) : [],
    screen: (stream: "stdout" | "stderr") =>
      io.interactive && io.live && io.tty[stream] ? { io, lifetime } : undefined,
    colour: (stream: "stdout" | "stderr") => io.colour(stream),
    quiet: io.quiet,
    at: (service: Service, { signal: other = signal }: CallOptions = {}) =>
      typedApi(context, async () => {
        context.permitService?.(service, ownService(context));
        return context.client({ service, signal: other });
      }),
    ...typedApi(context, client),

    record: (value: unknown, options: ValueOptions = {}) =>
      result({ kind: "value", value: globals.showToken ? value : redactRecord(value), columns, ...options }),
    value: (value: unknown, options: ValueOptions = {}) => result({ kind: "value", value, columns, ...options }),
    anyValue: (value: unknown, options: ValueOptions = {}) => result({ kind: "value", value, ...options }),
    rows: (value: unknown, own: readonly Column[], options: OutputEnd = {}) =>
      result({ kind: "value", value, columns: own, ...options }),
    done: (sentence: string | readonly string[], value: unknown, options: OutputEnd = {}) =>
      result({ kind: "done", sentence, value, ...options }),
    items: (items: AsyncGenerator<unknown, number | undefined>, print: (item: unknown) => never) =>
      result({ kind: "items", items, print }),
    batches: (items: AsyncGenerator<readonly unknown[], number | undefined>, { print, value }: BatchForms<unknown>) =>
      result({
        kind: "items",
        items,
        print: (batch) => print(batch as readonly unknown[]),
        values: (batch) => (batch as readonly unknown[]).map(value),
      }),
    bytes: async (
      bytes: Uint8Array | AsyncIterable<Uint8Array>,
      { binary, out, force, before, failure }: BytesOptions,
    ) => {
      const { toOut } = await import("../output/out-file.ts");
      return result({ ...(await toOut(context, bytes, { binary, out, force })), before, failure });
    },
    text: (text: Text, options: TextOptions = {}) => result({ kind: "text", text, ...options }),
    exit: (exitNumber: number, options: OutputEnd = {}) => result({ kind: "exit", exitNumber, ...options }),

    ...(spec.terminal && { heads: context.heads, io, lifetime, globals, loadOperation: context.loadOperation }),
  };
  return body as unknown as Body<CommandTypes>;
}

/** The service that the settings choose; undefined where they choose none. */
function ownService({ service }: CommandContext): Service | undefined {
  try {
    return service();
  } catch {
    return undefined;
  }
}

function result(output: Output): Result {
  return output as Result;
}

/** Arguments by their keys: one word each, or a list for a repeated argument. */
function argsByKey({ spec, operation, args }: CommandContext): Record<string, unknown> {
  const specs = commandArgs(spec, operation);
  const keys = spec.keys?.args ?? specs.map((arg) => arg.name);
  return Object.fromEntries(keys.map((key, at) => [key, specs[at]?.repeat ? args.slice(at) : args[at]]));
}

/** Values of a command's own flags by their keys. */
function flagsByKey({ spec, flags }: CommandContext): Record<string, unknown> {
  const own = spec.flags ?? [];
  return Object.fromEntries((spec.keys?.flags ?? []).map((key, at) => [key, flags[own[at]?.name ?? ""]]));
}

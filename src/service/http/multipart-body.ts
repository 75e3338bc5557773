import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import type { FilePart } from "../../contract/form.ts";
import type { PlainSchema } from "../../contract/plain.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { ApiError, badRequest } from "../api-error.ts";
import { memberProblem, objectOfMembers, type PartName, parsePartName } from "./part-name.ts";
import { FileTooLargeError, type UploadDirectory } from "./upload-directory.ts";

/** Parsed multipart body: its value by the operation's schema, and the files to remove after the request. */
export interface FormBody {
  readonly value: Record<string, unknown>;
  readonly files: readonly FilePart[];
}

/** Maximum size of a text part. assumed: 64 KiB. */
const MAX_TEXT = 64 * 1_024;
/** Maximum size of all text parts with their names together. assumed: 16 MiB. */
const MAX_TEXTS = 16 * 2 ** 20;
/** Maximum number of parts. assumed: 4096, twice what the longest list of files needs. */
const MAX_PARTS = 4_096;
/** Maximum number of reported problems; more would only use memory. */
const MAX_PROBLEMS = 500;
/** Maximum length of a part's name in a problem, in characters, so that the answer has room for the problem. */
const MAX_SHOWN_NAME = 300;
const HEADER_PAIRS = 20;
const HEADER_BYTES = 16 * 1_024;

type Item = Record<string, unknown>;

/**
 * Reads a multipart body (contract 0.10) by its schema: texts as they are, files to the disk, one after the other, with
 * backpressure. Throws 400 listing every unexpected part, 413 for a file over its limit, 400 for an incomplete body; no
 * file is left after an error. The rest of a rejected body is read and dropped, so that the client can finish sending
 * before it gets the response.
 */
export async function readForm(
  request: IncomingMessage,
  schema: PlainSchema,
  uploads: UploadDirectory,
): Promise<FormBody> {
  const form = new Form(schema, uploads);
  try {
    await form.read(request);
    return form.finish();
  } catch (error) {
    await form.discard();
    throw error;
  }
}

class Form {
  readonly #schema: PlainSchema;
  readonly #uploads: UploadDirectory;
  readonly #value: Item = {};
  readonly #problems: InputProblem[] = [];
  readonly #open = new Set<Readable>();
  readonly files: FilePart[] = [];
  /** Write queue, in the order of the parts; the next file is read when the previous one is on the disk. */
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #textBytes = 0;
  /** Members of JSON values that were sent as separate parts, by property. */
  readonly #members = new Map<string, Map<string, unknown>>();

  constructor(schema: PlainSchema, uploads: UploadDirectory) {
    this.#schema = schema;
    this.#uploads = uploads;
  }

  read(request: IncomingMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: request.headers as BusboyHeaders,
        limits: {
          fieldSize: MAX_TEXT,
          headerPairs: HEADER_PAIRS,
          headerSize: HEADER_BYTES,
          parts: MAX_PARTS,
        },
      });
    } catch (error) {
      request.resume();
      throw badRequest(`the body is not a multipart form: ${(error as Error).message}`);
    }
    // The first failure is the reason: the rest of the body was ignored after it.
    const broken = (why: string): Promise<void> => {
      const error = badRequest(`the multipart body is not complete: ${why}`);
      for (const stream of this.#open) stream.destroy(error);
      return this.#writing.then(() => reject(this.#failure ?? error), reject);
    };
    parser.on("field", (name, text, _nameCut, cut) => {
      this.#textBytes += Buffer.byteLength(name) + Buffer.byteLength(text);
      if (cut) this.#refuse(name, `must be at most ${MAX_TEXT} bytes`);
      else if (this.#textBytes > MAX_TEXTS) this.#failure ??= textsTooLarge();
      else this.#reserve(name, false)?.(text);
    });
    parser.on("partsLimit", () => this.#refuse("body", `must have at most ${MAX_PARTS} parts`));
    parser.on("file", (name, stream, filename) => {
      this.#open.add(stream);
      stream.once("close", () => this.#open.delete(stream)).on("error", () => {});
      // Before the bytes arrive: parts without an index are paired in order of arrival.
      const put = this.#reserve(name, true);
      this.#writing = this.#writing.then(() => this.#receive(name, put, stream, filename));
    });
    parser.on("finish", () => this.#writing.then(resolve, reject));
    parser.on("error", (error) => {
      request.unpipe(parser);
      request.resume();
      return broken((error as Error).message);
    });
    request.once("error", () => broken("the connection ended"));
    request.once("close", () => (request.complete ? undefined : broken("the connection ended")));
    request.pipe(parser);
    return promise;
  }

  finish(): FormBody {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#problems.length > 0) throw badRequest("the request is not valid", this.#problems);
    for (const [property, members] of this.#members) this.#value[property] = JSON.stringify(objectOfMembers(members));
    return { value: this.#value, files: this.files };
  }

  async discard(): Promise<void> {
    await this.#writing.catch(() => {});
    for (const file of this.files.splice(0)) await rm(file.path, { force: true });
  }

  async #receive(
    name: string,
    put: ((file: FilePart) => void) | undefined,
    stream: Readable,
    filename: string,
  ): Promise<void> {
    if (!put || this.#failure !== undefined) return drain(stream);
    const part = parsePartName(name, this.#schema);
    const limit = (part && fieldOf(this.#schema, part))?.["x-max-bytes"] ?? Number.POSITIVE_INFINITY;
    try {
      // An early error must not destroy the stream: the rest of a rejected file is read and dropped.
      const file = await this.#uploads.receive(stream.iterator({ destroyOnReturn: false }), limit, filename);
      this.files.push(file);
      put(file);
    } catch (error) {
      this.#failure ??=
        error instanceof FileTooLargeError
          ? new ApiError(413, "payload_too_large", `${name}: the file is larger than ${limit} bytes`)
          : error;
      await drain(stream);
    }
  }

  /**
   * Reserves the field of a part and returns its setter. Records a problem and returns nothing for an unexpected part.
   */
  #reserve(name: string, isFile: boolean): ((value: unknown) => void) | undefined {
    const part = parsePartName(name, this.#schema);
    const field = part && fieldOf(this.#schema, part);
    const refuse = (message: string): undefined => this.#refuse(name, message);
    if (!part || !field) return refuse("unknown part");
    if (isFile !== (field["x-file"] === true)) {
      return refuse(isFile ? "must be a text part, without a filename" : "must be a file part, with a filename");
    }
    const { property, member } = part;
    if (member !== undefined) {
      const problem = memberProblem(member);
      if (problem !== undefined) return refuse(problem);
      if (Object.hasOwn(this.#value, property)) return refuse(`cannot be combined with ${property}`);
      const members = this.#members.get(property) ?? new Map<string, unknown>();
      this.#members.set(property, members);
      if (members.has(member)) return refuse("is given more than once");
      return (value) => members.set(member, value);
    }
    if (this.#members.has(property)) return refuse("cannot be combined with parts of its members");
    const target = this.#target(part);
    if (!target) return refuse(`there is no ${part.property} before it in this form`);
    const key = part.field ?? part.property;
    if (Object.hasOwn(target, key)) return refuse("is given more than once");
    target[key] = undefined;
    return (value) => {
      target[key] = value;
    };
  }

  #refuse(name: string, message: string): undefined {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    const path = name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME).toWellFormed()}...` : name;
    this.#problems.push({ path, message });
  }

  /** Object that receives a part's value. */
  #target({ property, field, index }: PartName): Item | undefined {
    if (field === undefined) return this.#value;
    if (this.#schema.properties?.[property]?.type !== "array") {
      this.#value[property] ??= Object.create(null);
      return this.#value[property] as Item;
    }
    this.#value[property] ??= [];
    const list = this.#value[property] as Item[];
    const last = list.at(-1);
    const at = index ?? (last && !Object.hasOwn(last, field) ? list.length - 1 : list.length);
    if (at > list.length) return undefined;
    list[at] ??= {};
    return list[at];
  }
}

function textsTooLarge(): ApiError {
  return new ApiError(
    413,
    "payload_too_large",
    `the text parts of the form have more than ${MAX_TEXTS} bytes together, with their names`,
  );
}

function fieldOf(schema: PlainSchema, { property, field }: PartName): PlainSchema | undefined {
  const own = schema.properties?.[property];
  if (field === undefined) return own;
  return own?.type === "array" ? own.items?.properties?.[field] : Object.values(own?.patternProperties ?? {})[0];
}

async function drain(stream: Readable): Promise<void> {
  if (stream.destroyed || stream.readableEnded) return;
  stream.resume();
  await new Promise((resolve) => stream.once("close", resolve).once("end", resolve).once("error", resolve));
}

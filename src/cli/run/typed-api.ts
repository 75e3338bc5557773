import type { ApiClient, CallInput } from "../../client/call.ts";
import type { ApiResponse, RawRequest } from "../../client/request.ts";
import { NotSentError } from "../../client/request-recorder.ts";
import type { OperationId } from "../../contract/index.ts";
import { CliError } from "../../core/errors.ts";
import type { StreamEvent } from "../../core/follow-item.ts";
import type { Api, CallOptions, NumberedStream, Result, ResumeOptions, StreamOptions } from "../declare/body.ts";
import type { CommandContext } from "../declare/context.ts";
import { loadOperation } from "../declare/operations.ts";
import { everyPage, page } from "./pages.ts";

/** Input of a call without its types. */
type AnyInput = CallInput & { readonly body?: unknown };

/** Options of a stream without the types of its events. */
type AnyStreamOptions = StreamOptions & {
  readonly resume?: ResumeOptions<StreamEvent>;
  readonly numbered?: NumberedStream<object>;
};

/** The calls of a command. The types in {@link Api} come from the contract, so that nothing is checked again here. */
export function typedApi(context: CommandContext, client: () => Promise<ApiClient>): Api {
  const call = async (id: OperationId, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const [operation, own] = await Promise.all([loadOperation(id), client()]);
    return own.call(operation, input, options);
  };
  const request = async (id: OperationId, input: AnyInput) => {
    const [operation, own] = await Promise.all([loadOperation(id), client()]);
    return { operation, client: own, request: own.request(operation, input) };
  };
  const api = {
    call,
    async *callEach(id: OperationId, inputs: readonly AnyInput[]): AsyncGenerator<unknown> {
      let notSent: NotSentError | undefined;
      for (const input of inputs) {
        try {
          yield { input, result: await call(id, input) };
        } catch (error) {
          if (error instanceof NotSentError) {
            notSent = error;
            continue;
          }
          if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
          yield { input, error };
        }
      }
      if (notSent) throw notSent;
    },
    async list(id: OperationId, input: AnyInput = {}): Promise<unknown> {
      return page(context, await client(), await loadOperation(id), input);
    },
    async everyPage(id: OperationId, input: AnyInput = {}): Promise<unknown> {
      return everyPage(await client(), await loadOperation(id), input);
    },
    async *stream(
      id: OperationId,
      input: AnyInput,
      { signal, opened, idleTimeoutMs, resume, numbered }: AnyStreamOptions = {},
    ): AsyncGenerator<unknown, unknown> {
      const one = await client();
      const either = signal ? AbortSignal.any([one.options.signal, signal]) : one.options.signal;
      if (numbered) {
        const [{ followNumbered }, { request: raw }] = await Promise.all([
          import("../../client/follow/follow-numbered.ts"),
          request(id, input),
        ]);
        return yield* followNumbered({ ...numbered, client: one, request: raw, signal: either, idleTimeoutMs });
      }
      if (!resume) {
        const [{ eventStream }, { request: raw }] = await Promise.all([
          import("../../client/event-stream.ts"),
          request(id, input),
        ]);
        return yield* eventStream({ client: one, request: raw, signal: either, opened, idleTimeoutMs });
      }
      const [{ followStream }, operation] = await Promise.all([
        import("../../client/follow/follow-stream.ts"),
        loadOperation(id),
      ]);
      const { params = {}, query = {} } = input;
      const since = query["since"] as string | undefined;
      return yield* followStream({ ...resume, client: one, operation, params, since, signal: either, idleTimeoutMs });
    },
    async save(id: OperationId, input: AnyInput, options: Parameters<Api["save"]>[2]): Promise<Result> {
      const [{ saveDownload }, one] = await Promise.all([import("../transfer/download.ts"), request(id, input)]);
      return (await saveDownload(context, one, options)) as Result;
    },
    async receive(id: OperationId, input: AnyInput): Promise<AsyncIterable<Uint8Array>> {
      const [{ readBytes }, one] = await Promise.all([import("../../client/call.ts"), request(id, input)]);
      return readBytes(await one.client.send(one.request));
    },
    async response(id: OperationId, input: AnyInput): Promise<ApiResponse> {
      const one = await request(id, input);
      return one.client.send(one.request);
    },
    async open(id: OperationId, input: AnyInput, options: Parameters<Api["open"]>[2]) {
      const [{ openDownload }, one] = await Promise.all([import("../transfer/download.ts"), request(id, input)]);
      return openDownload(context, one, options);
    },
    async restartWhenChanged<T>(what: string, work: () => Promise<T>): Promise<T> {
      return (await import("../transfer/download.ts")).restartWhenChanged(context, what, work);
    },
    async send(raw: RawRequest, { label, progress }: Parameters<Api["send"]>[1]): Promise<ApiResponse> {
      const [{ sendUpload }, own] = await Promise.all([import("../transfer/upload.ts"), client()]);
      return sendUpload(context, own, raw, { label, progress });
    },
    async upload(
      id: OperationId,
      { params = {}, query = {} }: AnyInput,
      body: Parameters<Api["upload"]>[2],
      { label, progress }: Parameters<Api["upload"]>[3],
    ): Promise<unknown> {
      const [{ formRequest, bytesRequest, sendUpload }, { readJson }] = await Promise.all([
        import("../transfer/upload.ts"),
        import("../../client/call.ts"),
      ]);
      const [operation, own] = await Promise.all([loadOperation(id), client()]);
      const target = { operation, request: { params, query } };
      const raw = "open" in body ? bytesRequest(own, target, body) : formRequest(own, target, body);
      const response = await sendUpload(context, own, raw, { label, progress });
      if (operation.response.kind === "json") return readJson(response);
      await response.body?.cancel();
      return undefined;
    },
  };
  return api as unknown as Api;
}

import { previewRaw, requireLocal } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { Output } from "../../cli/spec.ts";
import { bytesRequest, sendUpload, uploadFlags } from "../../cli/upload.ts";
import { badAnswer, readJson } from "../../client/call.ts";
import type { LocalFile } from "../../client/form.ts";

/**
 * Makes a profile of the local service out of a file. Exit 2 before the network where the context is for a hosted service.
 * assumed: an operation of the local service alone, because the API has no upload of profiles.
 *
 * @param file gives what is sent; for a request that is only shown it is not asked
 * @param shown stands for it there
 * @param given the file's name as it was typed
 */
export async function sendProfile(
  context: CommandContext,
  given: string,
  name: string,
  file: () => Promise<LocalFile>,
  shown: Pick<LocalFile, "shownPath" | "source">,
): Promise<Output> {
  const { operation, request, spec } = context;
  if (!operation) throw new Error("an import is a call");
  requireLocal(context);
  const target = { operation, request: { params: request.params, query: { ...request.query, name } } };
  const client = await context.client();
  const nothing: LocalFile = { bytes: 0, filename: name, open: async function* () {}, ...shown };
  const previewed = await previewRaw(context, client, bytesRequest(client, target, nothing));
  if (previewed) return previewed;
  const raw = bytesRequest(client, target, await file());
  const value = await readJson(
    await sendUpload(context, client, raw, { label: `Importing "${given}"`, ...uploadFlags(context.flags) }),
  );
  if (value === undefined) throw badAnswer("the service answered nothing");
  return { kind: "value", value, columns: spec.columns };
}

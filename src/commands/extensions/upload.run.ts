import type { Run } from "../../cli/declare/body.ts";
import { withTempDirectory } from "../../cli/transfer/staging.ts";
import type { FormPart, LocalFile } from "../../client/form.ts";
import { defaultName, packSource, readSources, refuseSources, sourcePlaceholder } from "./lib/extension-source.ts";
import type { extensionsUpload } from "./upload.ts";

/** Checks an extension, packs it when it is a directory, and stores it (contract 2.11). */
export const run: Run<typeof extensionsUpload> = async (body) => {
  const { args, flags, previewing, record, request, upload } = body;
  const { value, problems } = await readSources([args.source], body);
  const [source] = value;
  refuseSources([], problems, "browserctl extensions upload --help");
  if (!source) throw new Error("a source without problems is there");
  const name = request.body.name ?? defaultName(source);
  const parts = (file: LocalFile): FormPart[] => [
    { name: "name", value: name },
    { name: "file", file },
  ];
  const { progress } = flags;
  const options = { label: `Uploading "${source.given}"`, progress };
  if (previewing) return record(await upload("extensions.upload", {}, parts(sourcePlaceholder(source)), options));
  return withTempDirectory(body, async (directory) => {
    const { file } = await packSource(source, directory, body, { includeAll: flags.includeAll === true });
    return record(await upload("extensions.upload", {}, parts(file), options));
  });
};

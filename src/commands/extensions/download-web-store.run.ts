import type { Run } from "../../cli/declare/body.ts";
import { safeName } from "../../cli/transfer/stored-name.ts";
import type { extensionsDownloadWebStore } from "./download-web-store.ts";

/** Saves an extension of the Chrome Web Store as a zip archive. */
export const run: Run<typeof extensionsDownloadWebStore> = async ({ flags, request, save }) =>
  save("extensions.fromChromeStore", request, {
    out: flags.out ?? `${safeName({ name: nameIn(request.query.url) }, "extension")}.zip`,
    force: flags.force,
    progress: flags.progress,
    binary: true,
    what: "the extension",
  });

/** Name in the address of a page: the part before the id, otherwise the id. */
function nameIn(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? "").split("/").filter((part) => part !== "");
  const at = parts.findIndex((part) => /^[a-p]{32}$/.test(part));
  const name = parts[at - 1];
  return (name === undefined || name === "detail" ? parts[at] : name) ?? "extension";
}

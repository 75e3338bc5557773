import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";

export const extensionsDownloadWebStore = command({
  words: "extensions download-web-store",
  effects: "none",
  reads: false,
  operation: "extensions.fromChromeStore",
  description:
    "The local service proves by its signatures that it is the extension of that address. The archive is for extensions upload, or browsers create --extension.",
  args: { url: { summary: "Address of its page in the Chrome Web Store", field: ["query", "url"] } },
  fields: { url: false },
  flags: {
    out: {
      kind: "string",
      placeholder: "FILE",
      summary: "File to write; the extension's name and .zip in this directory by default; - is stdout",
    },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
    ...progressFlags,
  },
  seeAlso: ["extensions upload", "browsers extensions upload"],
  examples: [
    {
      line: "extensions download-web-store https://chromewebstore.google.com/detail/price-tags/jaefbcpllpekpjhpbambnepgkfadbcak",
      does: "Save it as price-tags.zip",
    },
    {
      line: "extensions download-web-store https://chromewebstore.google.com/detail/price-tags/jaefbcpllpekpjhpbambnepgkfadbcak --os mac --out price-tags-mac.zip --force",
      does: "Save that for another system, in place of an older copy",
    },
  ],
  run: () => import("./download-web-store.run.ts"),
});

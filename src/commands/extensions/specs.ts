import { progressFlag } from "../../cli/byte-progress.ts";
import { type ArgSpec, command, type FlagSpec } from "../../cli/spec.ts";

const columns = [
  { path: "id" },
  { path: "name" },
  { path: "size_bytes", title: "size", as: "bytes" },
  { path: "created_at", title: "uploaded", as: "age" },
  { path: "last_used_at", title: "last used", as: "age" },
] as const;
const includeAll: FlagSpec = {
  name: "include-all",
  kind: "boolean",
  summary: "Pack .git, node_modules and what editors leave behind too",
};
const source = (repeat: boolean): ArgSpec => ({
  name: "dir|zip",
  kind: "path",
  summary: "Folder of an extension, or a zip archive of one",
  required: true,
  repeat,
});
const checked =
  "The manifest is checked first: it must be there and be JSON, with manifest_version 3, a name and a version.";

export const browsersExtensionsUpload = command({
  words: "browsers extensions upload",
  operation: "extensions.activate",
  description: `Extensions are activated in the running browser; where that fails it restarts with its tabs, cookies and profile. Pages that are open already get content scripts when they are loaded anew. A folder is packed on the way. ${checked}`,
  args: [{ name: "id", summary: "Session id or name", required: true }, source(true)],
  filled: ["extensions"],
  flags: [
    {
      name: "name",
      kind: "string",
      placeholder: "NAME",
      repeat: true,
      summary: "Name in the session, one for each extension in their order; that of its folder or file when left out",
    },
    includeAll,
    progressFlag,
  ],
  examples: [
    { line: "browsers extensions upload shop ./my-extension", does: "Load an extension from its folder" },
    {
      line: "browsers extensions upload shop dist blocker.zip --name mine --name blocker",
      does: "Load two, by names of your own",
    },
  ],
  run: () => import("./activate.run.ts"),
});

export const extensionsUpload = command({
  words: "extensions upload",
  operation: "extensions.upload",
  idField: "id",
  description: `Sessions load it with browsers create --extension. A folder is packed on the way. ${checked}`,
  args: [source(false)],
  filled: ["file"],
  fields: {
    name: { placeholder: "NAME", summary: "Name, unique in the project; that of its folder or file by default" },
  },
  flags: [includeAll, progressFlag],
  columns,
  examples: [
    { line: "extensions upload ./my-extension", does: "Store an extension under its folder's name" },
    { line: "extensions upload blocker-1.4.zip --name blocker", does: "Store an archive under a name" },
  ],
  run: () => import("./upload.run.ts"),
});

export const extensionsList = command({
  words: "extensions list",
  operation: "extensions.list",
  idField: "id",
  columns,
  examples: [
    { line: "extensions list", does: "Show stored extensions" },
    { line: "extensions list --search block -o json", does: "Those with a part of a name" },
  ],
});

export const extensionsGet = command({
  words: "extensions get",
  operation: "extensions.get",
  columns,
  examples: [{ line: "extensions get blocker", does: "Show one, with its checksum" }],
});

export const extensionsDelete = command({
  words: "extensions delete",
  operation: "extensions.delete",
  description: "Sessions that have loaded it keep their copy.",
  question: { about: "extensions.get", text: "Delete extension {thing}?" },
  done: "Deleted extension {id_or_name}.",
  examples: [
    { line: "extensions delete blocker", does: "Delete one, after a question" },
    { line: "extensions delete blocker --yes", does: "Delete it in a script" },
  ],
});

import { StoredZip } from "../archive/zip-stored.ts";
import { servedSpecs } from "./declarations.ts";

type Json = Record<string, unknown>;

/** Content of the files in the examples of forms; a small archive where nothing else is given. */
export const exampleFiles: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  "extensions.activate": extensionZip,
  "extensions.upload": extensionZip,
  "deployments.create": appZip,
};

export function plainZip(): Promise<Uint8Array<ArrayBuffer>> {
  return zipOf("a.txt", "1");
}

function extensionZip(): Promise<Uint8Array<ArrayBuffer>> {
  const manifest = JSON.stringify({ manifest_version: 3, name: "Price tags", version: "1" });
  return zipOf("manifest.json", manifest);
}

/** An app with the action of the example, and one that never ends. */
export function appZip(): Promise<Uint8Array<ArrayBuffer>> {
  const { app_name, action_name } = appExample();
  const source = `export default { name: ${JSON.stringify(app_name)}, actions: {
    ${JSON.stringify(action_name)}: () => ({ price: 12 }),
    wait: () => new Promise(() => setInterval(() => {}, 1_000)) } };`;
  return zipOf("app.mjs", source);
}

export function appExample(): Json {
  return servedSpecs.find(({ id }) => id === "invocations.create")?.example.body as Json;
}

/** The form of an example: files by their names, items of lists as `name[0][field]`, entries of maps as `name[key]`. */
export function formOf(body: Json, content: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    const isFile = /(^|\[)(zip_)?file\]?$/.test(name);
    if (isFile) form.append(name, new File([content], String(value)));
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(body)) add(name, value);
  return form;
}

export function queryText(query: Readonly<Json> = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, String(inner)])
      : [[name, String(value)]],
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

/** Archive with one file. */
async function zipOf(name: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const data = Buffer.from(text);
  const zip = new StoredZip();
  zip.add({ name, isDir: false, mode: 0o644, size: data.length, content: () => [data] });
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.open()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

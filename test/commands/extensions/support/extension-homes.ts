import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Home, temporaryHome } from "../../../support/cli/run-cli.ts";
import type { Seen } from "../../../support/servers/api-server.ts";

/** A valid manifest. */
export const sound = { manifest_version: 3, name: "Blocker", version: "1.4.0" };

/** A home with extensions in directories; each is its manifest, as an object or as a text. */
export function homeWith(directories: Record<string, object | string>): Home {
  const home = temporaryHome();
  for (const [name, manifest] of Object.entries(directories)) {
    mkdirSync(join(home.dir, name), { recursive: true });
    const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
    writeFileSync(join(home.dir, name, "manifest.json"), text);
    writeFileSync(join(home.dir, name, "content.js"), "document.title += ' seen';\n");
  }
  return home;
}

/** The parts of a form: names with their text, or `@` and the file's name. */
export function parts({ text, headers }: Pick<Seen, "text" | "headers">): string[] {
  const boundary = /boundary=(.+)$/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", body = ""] = part.trim().split("\r\n\r\n");
      const filename = /filename="([^"]*)"/.exec(head)?.[1];
      return `${/name="([^"]*)"/.exec(head)?.[1]}=${filename === undefined ? body : `@${filename}`}`;
    });
}

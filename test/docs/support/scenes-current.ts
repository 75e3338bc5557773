import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";

interface StoredSettings {
  readonly contexts: Readonly<Record<string, { readonly sessions?: Readonly<Record<string, string>> }>>;
}

/** Current sessions of all contexts and directories. */
function currentSessions({ stage }: Prepared): string[] {
  const { contexts } = JSON.parse(readFileSync(stage.settingsFile, "utf8")) as StoredSettings;
  return Object.values(contexts).flatMap(({ sessions }) => Object.values(sessions ?? {}));
}

/** Commands here take a session of the service where theirs is left out. */
const takesSession: Scene = {
  effect: async (ran: Ran) => {
    const { code, stderr, stdout } = await ran.stage.cli(["browsers", "get", "-o", "json"]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ session_id: currentSessions(ran)[0] });
  },
};

/** Stores a session for a directory of the stage, and no session is left of it. */
function unbinds(directory: string): Scene {
  return {
    prepare: async ({ stage }) => {
      stage.write(`${directory}/app.ts`, "");
      const { code, stderr } = await stage.cli(["browsers", "open", "--headless"], { cwd: stage.path(directory) });
      expect(code, stderr).toBe(0);
      stage.restoreContent();
    },
    effect: (ran) => expect(currentSessions(ran)).toEqual([]),
  };
}

/** Scenes of the session that a directory has. */
export const currentScenes: Scenes = {
  "browsers use": takesSession,
  "browsers open": takesSession,
  "browsers unbind": {
    prepare: async ({ stage }) => {
      const { code, stderr } = await stage.cli(["browsers", "open", "--headless"]);
      expect(code, stderr).toBe(0);
    },
    effect: (ran) => expect(currentSessions(ran)).toEqual([]),
  },
  "browsers unbind ~/shop": unbinds("shop"),
};

import type { ListedExample } from "./example-list.ts";
import type { Scene, Scenes } from "./example-scene.ts";
import { agentScenes } from "./scenes-agent.ts";
import { agentRecordScenes } from "./scenes-agent-records.ts";
import { currentScenes } from "./scenes-current.ts";
import { loginScenes } from "./scenes-login.ts";
import { machineScenes } from "./scenes-machine.ts";
import { pageScenes } from "./scenes-page.ts";
import { poolScenes } from "./scenes-pools.ts";
import { sessionScenes } from "./scenes-session.ts";
import { storedScenes } from "./scenes-stored.ts";

/** Scenes of examples, by line or command. */
export const scenes: Scenes = {
  ...agentScenes,
  ...agentRecordScenes,
  ...currentScenes,
  ...loginScenes,
  ...machineScenes,
  ...pageScenes,
  ...poolScenes,
  ...sessionScenes,
  ...storedScenes,
};

/** The scene of an example: that of its line, or of its command. */
export function sceneOf({ line, spec }: Pick<ListedExample, "line" | "spec">): Scene {
  return scenes[line] ?? scenes[spec.words] ?? {};
}

/** Examples that do not run here, with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  "login --base-url https://browsers.example.com --web":
    "needs an authorization server and a person; test/commands/oauth/login.test.ts has both",
  ...Object.fromEntries(
    [
      "profiles import-local --domain example.com --name mine",
      "profiles import-local --browser chrome --dry-run",
      'profiles import-local --browser edge --browser-profile "Work" --yes -o json',
    ].map((line) => [line, "needs a browser of a person; test/commands/profiles/import-local.test.ts has one"]),
  ),
  "completion powershell | Out-String | Invoke-Expression":
    "is a line of PowerShell; the script is read by its grammar in test/generate/completions-powershell.test.ts",
  "apps deploy-repo https://github.com/example/shop --ref main --entrypoint src/shop.ts":
    "names a repository of GitHub; test/service/apps/repository-deployments.test.ts has others",
  "apps deploy-repo https://github.com/example/apps --ref v1.4.0 --path apps/shop --entrypoint shop.ts --repo-token env:REPO_TOKEN --app-version 1.4.0":
    "names a repository of GitHub; test/service/apps/fetch-repository.test.ts has others, with a token too",
};

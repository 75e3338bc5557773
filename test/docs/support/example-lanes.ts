import type { Home } from "../../support/cli/run-cli.ts";
import { type DocBlock, otherDocTests, runDocBlock } from "./example-docs.ts";
import type { ListedExample, ListedScript } from "./example-list.ts";
import type { EffectKind } from "./example-rules.ts";
import { needsOwn, runScript } from "./example-scripts.ts";
import type { ExampleSites } from "./example-sites.ts";
import { ExampleStage } from "./example-stage.ts";
import { runExample } from "./run-examples.ts";
import { elsewhere } from "./scenes.ts";

/** Lane of the examples that start and stop the service, or change it as a whole: it has a service of its own. */
const OWN = "service";

/** Lane of the scripts in topics of help. */
const SCRIPTS = "scripts";

/** Lane of the blocks of shell lines in docs. */
const DOCS = "docs";

/** Examples that may run beside those of other lanes, by the words of their commands. */
const lanes: readonly (readonly [name: string, commands: RegExp])[] = [
  [OWN, /^(local (?!seed-profile)|doctor)/],
  ["logins", /^auth connections (login|submit|cancel)|^wait connection/],
  ["connections", /^(auth connections|config-registry (list|lookup))/],
  ["pages", /^browsers (computer|playwright|curl|extensions|view)/],
  ["files", /^browsers (fs|process)/],
  ["sessions", /^(browsers|wait browser|api|batch)/],
  ["apps", /^(apps|deployments|invocations|invoke|wait)/],
  ["stored", /^(profiles|proxies|credentials|credential-providers|extensions|pools)/],
  ["settings", /^/],
];

export const laneNames = [...lanes.map(([name]) => name), SCRIPTS, DOCS];

/** Examples that are to run. */
export interface Examples {
  readonly examples: readonly ListedExample[];
  readonly scripts: readonly ListedScript[];
  readonly blocks: readonly DocBlock[];
}

/** Homes of the two services: the shared one, and that of the lane which has its own. */
export interface LaneHomes {
  readonly shared: () => Promise<Home>;
  readonly own: () => Promise<Home>;
}

/** Result of a lane. */
export interface LaneResult {
  /** Number of examples by the check of their effect. */
  readonly kinds: ReadonlyMap<EffectKind, number>;
  /** Lines with what is wrong with them. */
  readonly problems: readonly string[];
}

/** Runs the examples of a lane that can run here, one after another. */
export async function runLane(
  name: string,
  { blocks, examples, scripts }: Examples,
  homes: LaneHomes,
  sites: ExampleSites,
): Promise<LaneResult> {
  const kinds = new Map<EffectKind, number>();
  const problems: string[] = [];
  const ours = examples.filter(({ line, spec }) => laneOf(spec.words) === name && !Object.hasOwn(elsewhere, line));
  const ourScripts = scripts.filter((script) => name === (needsOwn(script) ? OWN : SCRIPTS));
  const ourBlocks = name === DOCS ? blocks.filter((block) => !Object.hasOwn(otherDocTests, block.name)) : [];
  if (ours.length + ourScripts.length + ourBlocks.length === 0) return { kinds, problems };
  await using stage =
    name === OWN
      ? ExampleStage.in(await homes.own(), sites)
      : await ExampleStage.beside(await homes.shared(), sites, `${name}-lane`);
  const work = [
    ...ours.map((example) => ({
      title: `${example.page}: ${example.text}`,
      run: () => runExample(stage, example),
    })),
    ...ourScripts.map((script) => ({
      title: script.name,
      run: () => runScript(stage, script).then(() => "script" as const),
    })),
    ...ourBlocks.map((block) => ({
      title: block.name,
      run: () => runDocBlock(stage, block).then(() => "script" as const),
    })),
  ];
  for (const { run, title } of work) {
    try {
      const kind = await run();
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    } catch (error) {
      problems.push(`${title}\n  ${String((error as Error).message).slice(0, 700)}`);
    }
  }
  return { kinds, problems };
}

function laneOf(words: string): string | undefined {
  return lanes.find(([, commands]) => commands.test(words))?.[0];
}

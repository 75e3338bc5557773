import { type ScreenSetting, screenSettings } from "../../contract/screen.ts";
import { CliError } from "../../core/errors.ts";
import { commandToInstall } from "../packages/install.ts";
import type { BrowserConfinement } from "../processes/browser-probe.ts";
import { findScreen, type ScreenFacts, screenFacts } from "../screen/find-screen.ts";
import type { Store } from "../store/store.ts";
import type { ServeOptions } from "./serve-options.ts";

const VARIABLE = "BROWSERCTL_SCREEN";
const SETTING = "screen";
const PROGRAMS = "screen_programs";

/** Setting for screens and what it gives on this machine. */
export interface ServiceScreen {
  readonly setting: ScreenSetting;
  readonly facts: Promise<ScreenFacts>;
}

/**
 * Reads the setting and starts to look for the programs of screens. A setting from the options is stored for later
 * runs. Exit 2 for an invalid value of the variable.
 */
export function startScreen(
  { screen, env }: Pick<ServeOptions, "screen" | "env">,
  store: Store,
  confinement: Promise<BrowserConfinement>,
): ServiceScreen {
  if (screen !== undefined) store.setMeta(SETTING, screen);
  const setting = screen ?? fromVariable(env) ?? known(store.meta(SETTING)) ?? screenSettings[0];
  const memory = {
    read: () => store.meta(PROGRAMS),
    write: (text: string) => store.setMeta(PROGRAMS, text),
  };
  const facts = screenFacts({ setting, env, find: () => findScreen({ env, memory }), confinement });
  return { setting, facts };
}

/** Exit 1 when the setting asks for a real screen that this machine cannot provide. */
export async function requireScreen({ setting, facts }: ServiceScreen, env: ServeOptions["env"]): Promise<void> {
  if (setting !== "real") return;
  const found = await facts;
  if (found.real) return;
  throw new CliError("failed", `sessions cannot have a real screen: ${found.reason}`, {
    code: "screen_missing",
    hint: (await commandToInstall(found.packages, env)) ?? "browserctl local start --screen auto",
  });
}

function fromVariable(env: ServeOptions["env"]): ScreenSetting | undefined {
  const value = env[VARIABLE];
  // An empty variable counts as not set.
  if (!value) return undefined;
  const setting = known(value);
  if (setting) return setting;
  const allowed = screenSettings.join(", ");
  throw new CliError("usage", `${VARIABLE} must be one of ${allowed}, not ${JSON.stringify(value)}`);
}

function known(value: string | undefined): ScreenSetting | undefined {
  return screenSettings.find((each) => each === value);
}

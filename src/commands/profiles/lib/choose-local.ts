import { existsSync } from "node:fs";
import { CliError } from "../../../core/errors.ts";
import {
  type BrowserName,
  type BrowserProfile,
  browserFacts,
  browserNames,
  type Machine,
  profilesIn,
  userDataDirectory,
} from "../../../local-profiles/browsers.ts";

/** Choice of a profile of a browser, as it was typed. */
export interface LocalChoice {
  readonly browser?: BrowserName | undefined;
  readonly profile?: string | undefined;
  /** Absolute path. */
  readonly userData?: string | undefined;
}

/** Profile of a browser on this machine. */
export interface LocalSource {
  readonly browser: BrowserName;
  readonly userData: string;
  readonly profile: BrowserProfile;
}

/** Finds the profile. Exit 10 for one that does not exist, exit 2 where several fit; both name those that exist. */
export function chooseLocal(choice: LocalChoice, machine: Machine): LocalSource {
  if (machine.platform !== "linux" && machine.platform !== "darwin") {
    throw new CliError(
      "usage",
      `cookies of browsers cannot be read on ${machine.platform}: their key is bound to the app`,
      {
        code: "unsupported",
        hint: "export them with an add-on, then: browserctl local seed-profile FILE --name NAME",
      },
    );
  }
  const { browser, userData } = choice.userData === undefined ? usual(choice, machine) : given(choice, choice.userData);
  const profiles = profilesIn(userData);
  const profile = profileOf(profiles, choice.profile);
  if (profile) return { browser, userData, profile };
  const listed = profiles.map(wordsOf).join(", ");
  if (choice.profile !== undefined || profiles.length === 0) {
    const what =
      choice.profile === undefined ? "no profile with cookies" : `no profile "${choice.profile}" with cookies`;
    const have = profiles.length === 0 ? "" : `; it has ${listed}`;
    throw new CliError("local-file", `${browserFacts[browser].title} has ${what} in ${userData}${have}`, {
      code: "browser_profile_missing",
    });
  }
  throw new CliError("usage", `${browserFacts[browser].title} has several profiles: ${listed}`, {
    code: "browser_profile_missing",
    hint: "add --browser-profile PROFILE",
  });
}

function given({ browser = "chromium" }: LocalChoice, userData: string): { browser: BrowserName; userData: string } {
  if (existsSync(userData)) return { browser, userData };
  throw new CliError("local-file", `there is no directory "${userData}"`, { code: "browser_profile_missing" });
}

/** The named browser, or the only one of this machine, with its usual directory. */
function usual({ browser }: LocalChoice, machine: Machine): { browser: BrowserName; userData: string } {
  const all = browserNames.flatMap((name) => {
    const userData = userDataDirectory(name, machine);
    return userData === undefined ? [] : [{ browser: name, userData }];
  });
  const found = all.filter(({ userData }) => profilesIn(userData).length > 0);
  if (browser !== undefined) {
    const own = all.find((each) => each.browser === browser);
    if (own && existsSync(own.userData)) return own;
    const others = found.map((each) => each.browser).join(", ");
    const where = own === undefined ? "" : ` in ${own.userData}`;
    throw new CliError(
      "local-file",
      `${browserFacts[browser].title} has no profiles${where}${others === "" ? "" : `; found: ${others}`}`,
      { code: "browser_profile_missing", hint: "add --user-data-dir DIR where it keeps them elsewhere" },
    );
  }
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only) {
    const looked = all.map(({ userData }) => userData).join(", ");
    throw new CliError("local-file", `no browser with cookies was found in ${looked}`, {
      code: "browser_profile_missing",
      hint: "add --user-data-dir DIR where it keeps them elsewhere",
    });
  }
  throw new CliError("usage", `several browsers have cookies: ${found.map((each) => each.browser).join(", ")}`, {
    code: "browser_profile_missing",
    hint: "add --browser NAME",
  });
}

function profileOf(profiles: readonly BrowserProfile[], wanted: string | undefined): BrowserProfile | undefined {
  if (wanted === undefined) {
    return profiles.length === 1 ? profiles[0] : profiles.find(({ directory }) => directory === "Default");
  }
  const byDirectory = profiles.find(({ directory }) => directory === wanted);
  const byName = profiles.filter(({ name }) => name === wanted);
  return byDirectory ?? (byName.length === 1 ? byName[0] : undefined);
}

function wordsOf({ directory, name }: BrowserProfile): string {
  return name === undefined ? `"${directory}"` : `"${directory}" (${name})`;
}

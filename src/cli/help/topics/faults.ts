import { CHAOS_EXAMPLE, chaosFaults } from "../../../contract/chaos.ts";
import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "The local service can fail on demand, so that you can test how a pipeline handles failures. Faults are KEY=VALUE pairs, separated by commas. New faults replace the ones before; they are off when the service starts again.",
      ),
    ],
  },
  section("Faults", entries(Object.entries(chaosFaults).map(([key, { form, effect }]) => [`${key}=${form}`, effect]))),
  section(
    "Examples",
    examples(
      [`local chaos set ${CHAOS_EXAMPLE}`, "Simulate a bad network"],
      ["local chaos set error=20%,seed=42", "Fail one call in five, the same ones in each run"],
      ["local start --chaos latency=2s", "Start the service with faults"],
      ["local chaos show", "Show the faults in effect"],
      ["local chaos off", "Answer normally again"],
    ),
  ),
  section(
    "What to expect",
    entries([
      ["calls", "a call that may be repeated safely is tried three times; after that exit 1 with chaos_error"],
      ["streams", "tail and watch reconnect and resume; where a line may be missing, a gap is reported"],
      ["downloads", "resume where they broke, and are checked against their checksum"],
    ]),
  ),
];

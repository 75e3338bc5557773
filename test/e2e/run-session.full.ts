import { describe } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { interruptTests, signalTests } from "./support/interrupted-run.ts";

const atHome = sharedHome({ fakeBrowser: true });

describe("browsers run", () => {
  signalTests(atHome, [["SIGTERM", 4]]);
  interruptTests(atHome, ["starting", "created", "deleting"]);
});

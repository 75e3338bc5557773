import { describe } from "vitest";
import { interruptTests, signalTests } from "../support/interrupted-run.ts";
import { sharedHome } from "../support/local-home.ts";

const atHome = sharedHome({ fakeBrowser: true });

describe("browsers run", () => {
  signalTests(atHome, [["SIGTERM", 4]]);
  interruptTests(atHome, ["starting", "created", "deleting"]);
});

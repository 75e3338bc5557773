import { describe } from "vitest";
import { hostileAnswerTests, hostileApp } from "./support/hostile-process.ts";

describe("an app without a container", () => {
  hostileAnswerTests(hostileApp(false));
});

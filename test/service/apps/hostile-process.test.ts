import { describe } from "vitest";
import { hostileAnswerTests, hostileApp, hostileProcessTests } from "./support/hostile-process.ts";

describe("an app in a container", () => {
  const app = hostileApp(true);
  hostileAnswerTests(app);
  hostileProcessTests(app);
});

describe("an app without a container", () => {
  hostileProcessTests(hostileApp(false));
});

import { test } from "vitest";
import { expectViewportEverywhere } from "./support/viewports.ts";

test.each([
  { width: 1280, height: 720 },
  { width: 640, height: 360 },
])("$width x $height at start is that of the first page, tab, window and browser context", async (viewport) => {
  await expectViewportEverywhere(viewport);
});

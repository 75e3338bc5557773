import { onTestFinished } from "vitest";
import { plainHost } from "../../../src/service/chromium/browser-host.ts";
import { type Chromium, launchChromium } from "../../../src/service/chromium/launch.ts";
import type { XDisplay } from "../screen/x-display.ts";
import { launchOptions, temporaryDirectory } from "./chromium.ts";

const HEADLESS_FLAGS = ["--headless", "--screen-info", "--window-size", "--window-position"];
const HEADED_FLAGS = ["--ozone-platform=x11", "--start-maximized", "--test-type"];

/** Starts a Chromium in a window of a display, with the service's other flags; closed when the test has finished. */
export async function withHeadedChromium(display: XDisplay, userDataDir?: string): Promise<Chromium> {
  const profile = userDataDir ?? (await temporaryDirectory());
  const host = plainHost(profile);
  const options = await launchOptions({
    userDataDir: profile,
    // Smaller than a window can be: its size is not measured.
    viewport: { width: 400, height: 250 },
    host: {
      ...host,
      spawn: (executable, args, env) =>
        host.spawn(
          executable,
          [...HEADED_FLAGS, ...args.filter((arg) => !HEADLESS_FLAGS.includes(arg.split("=")[0] ?? ""))],
          { ...env, ...display.env },
        ),
    },
  });
  const chromium = await launchChromium(options);
  onTestFinished(async () => {
    chromium.kill();
    await chromium.exited;
  });
  return chromium;
}

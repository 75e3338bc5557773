import type { ServiceContext } from "../service-context.ts";
import type { ServeOptions } from "./serve-options.ts";

export async function findBrowser(options: ServeOptions): Promise<ServiceContext["browser"]> {
  return { path: options.browser ?? options.env["BROWSERCTL_CHROMIUM"] ?? "/usr/bin/chromium", product: "Chromium", sandboxed: process.getuid?.() !== 0 };
}

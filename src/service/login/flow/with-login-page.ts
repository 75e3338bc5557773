import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import type { LoginPage } from "../drive/login-page.ts";
import { openLoginPage } from "../drive/open-login-page.ts";
import { endPhase } from "./login-phases.ts";
import { pageFailure } from "./page-failure.ts";

/**
 * Result of work on the login page of a browser, which is closed afterwards. Rejects with the signal's reason, a
 * `LoginFlowError` for a browser or page that has ended before the work, or the error of the work.
 */
export async function withLoginPage<T>(
  connection: BrowserConnection,
  signal: AbortSignal,
  work: (page: LoginPage) => Promise<T>,
): Promise<T> {
  const page = await openLoginPage(connection, signal).catch((error: unknown) => {
    throw pageFailure(error);
  });
  endPhase("attach");
  try {
    return await work(page);
  } finally {
    page.close();
  }
}

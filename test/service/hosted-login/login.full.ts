import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { startViewerBrowser } from "../../support/screen/live-viewer.ts";
import { alice, ManagedAuth } from "../managed-auth/support/managed-auth.ts";

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

async function headed(page: Page, text: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: text }).waitFor();
}

test("a person who has only the address logs in on a phone, in either of two tabs", async () => {
  const [auth, browser] = await Promise.all([ManagedAuth.start(), startViewerBrowser()]);
  onTestFinished(() => auth.stop());
  onTestFinished(() => browser.close());
  const { id } = await auth.connection("/identifier");
  await auth.login(id);
  await auth.asked(id);
  const context = await browser.newContext(phone);
  const [page, other] = [await context.newPage(), await context.newPage()];
  const { hosted_url: link } = await auth.get(id);
  await page.goto(link);
  await other.goto(link);
  await headed(page, "Log in to localhost");
  await page.getByRole("textbox").fill(alice.username);
  await page.getByRole("button", { name: "Continue" }).click();
  const password = other.getByRole("textbox", { name: "Password" });
  await password.fill("wrong");
  await other.getByRole("button", { name: "Continue", exact: true }).click();
  await other.getByText("The website refused this value").first().waitFor();
  const identifier = page.getByRole("textbox", { name: /email|user/i });
  if ((await identifier.count()) > 0) await identifier.fill(alice.username);
  await page.getByRole("textbox", { name: "Password" }).fill(alice.password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await Promise.all([headed(page, "You are logged in"), headed(other, "You are logged in")]);
  const record = await auth.over(id);
  expect(record).toMatchObject({ flow_status: "SUCCESS", status: "AUTHENTICATED" });
  expect(record.hosted_url).toBeUndefined();
  const text = auth.service.log.join("\n");
  for (const secret of [alice.password, new URL(link).searchParams.get("code") ?? ""])
    expect(text).not.toContain(secret);
});

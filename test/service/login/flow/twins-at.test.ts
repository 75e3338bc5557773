import { expect, test } from "vitest";
import { hiddenTwinsOf } from "../../../../src/service/login/flow/twins-at.ts";
import type { PageFacts } from "../../../../src/service/login/page/page-facts.ts";
import { loginState, type StatePart } from "../support/login-states.ts";

const pageOf = (part: StatePart): PageFacts => loginState(part).facts;
const home = "https://a.example/home";
const form = "https://a.example/form";

/** Address at which a website is asked whose pages are these for the browser, and the same one for everybody else. */
async function askedAt(own: Partial<PageFacts>): Promise<string | undefined> {
  const live = pageOf({ url: home, lines: ["Your machines", "Alpha", "Beta", "Gamma"] });
  const look = async ({ url, as }: { url: string; as: "anonymous" | "browser" }): Promise<PageFacts> =>
    as === "browser" && url === home ? { ...live, ...own } : pageOf({ url, lines: ["Sign in"] });
  return (await hiddenTwinsOf({ look }, live, form))?.url;
}

test("a website is asked at the address of the form when that of its answer leads to another page", async () => {
  expect(await askedAt({ lines: ["Welcome", "News of today", "About us"] })).toBe(form);
});

test("a page that has not loaded to its end is no other page", async () => {
  expect(await askedAt({ lines: [], settled: false })).toBe(home);
});

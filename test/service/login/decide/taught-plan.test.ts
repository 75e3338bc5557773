import { describe, expect, test } from "vitest";
import type { CandidateControl, DescribedControl } from "../../../../src/login-reader/described-control.ts";
import { lasting, matchControl, matchKey } from "../../../../src/service/login/decide/match-control.ts";
import { isAtPlace, placeOf } from "../../../../src/service/login/decide/taught-place.ts";
import { lackOf, stepName, type TaughtStep } from "../../../../src/service/login/decide/taught-plan.ts";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";

const known = new KnownValues({ username: "alice@example.com", password: "Wonder-land 7!" });
const page = "https://shop.example.com/form";
const field: DescribedControl = {
  ...{ tag: "input", type: "text", role: "", name: "user", id: "", autocomplete: "", inputMode: "", maxLength: -1 },
  ...{ label: "Zyxo", text: "", href: "", form: "login  /in", place: 1, of: 2 },
};

function seen(control: Partial<CandidateControl> = {}, url = page) {
  const states = { index: 0, disabled: false, behind: false, readOnly: false, checked: false, sendsTo: "" };
  return { control: { ...field, ...states, ...control }, url, isMainFrame: true, pageUrl: url };
}

function match(...all: ReturnType<typeof seen>[]) {
  return matchControl({ page, control: lasting(field, known) }, all, known);
}

describe("an address of a plan", () => {
  test.for([
    ["https://a.test/login?next=1#top", "https://a.test/login"],
    ["https://a.test/users/1234/edit", "https://a.test/users/*/edit"],
    ["https://a.test/u/alice@example.com/pin", "https://a.test/u/*/pin"],
    ["https://a.test/s/550e8400-e29b-41d4-a716-446655440000", "https://a.test/s/*"],
    ["https://a.test/#/login?x=1", "https://a.test/#/login"],
  ])("an address of a plan has no value and no generated part: %s", ([url = "", place]) => {
    expect(placeOf(url, known)).toBe(place);
    expect(isAtPlace(placeOf(url, known), placeOf(url, known))).toBe(true);
  });

  test("an address of a plan stands for one path alone", () => {
    expect(isAtPlace("https://a.test/users/*", "https://a.test/users/7")).toBe(true);
    expect(isAtPlace("https://a.test/users/*", "https://a.test/users/7/edit")).toBe(false);
    expect(isAtPlace("https://a.test/users", "https://b.test/users")).toBe(false);
  });
});

describe("a control of a plan", () => {
  test("a control of a plan is found in another place of its form, by its name", () => {
    const moved = seen({ place: 2 });
    expect(match(seen({ name: "other" }), moved)).toEqual({ found: moved });
  });

  test.for<[string, Partial<CandidateControl>]>([
    ["another name", { name: "customer" }],
    ["another label", { label: "Customer" }],
    ["another type", { type: "password" }],
    ["another form", { form: "news  /subscribe" }],
    ["another purpose", { autocomplete: "one-time-code" }],
  ])("a control of a plan is not one with %s", ([, change]) => {
    expect(match(seen(change))).toEqual({ problem: "missing" });
  });

  test("a control of a plan is not taken from another page, among several, or when it cannot be used", () => {
    expect(match(seen({}, "https://evil.example/form"))).toEqual({ problem: "missing" });
    expect(match(seen({ place: 2 }), seen({ place: 3 }))).toEqual({ problem: "ambiguous" });
    expect(match(seen({ disabled: true }))).toEqual({ problem: "unusable" });
  });

  test("a control without a name is found by its position alone", () => {
    const nameless = { name: "", label: "" };
    const wanted = { page, control: lasting({ ...field, ...nameless }, known) };
    expect(matchControl(wanted, [seen({ ...nameless, place: 1, of: 3 })], known)).toEqual({ problem: "missing" });
    expect(matchControl(wanted, [seen({ ...nameless, place: 2 }), seen(nameless)], known)).toEqual({
      found: seen(nameless),
    });
  });

  test("a control is kept without values, generated names and the character of a key", () => {
    const kept = lasting({ ...field, id: ":r7:", name: "input-12", label: "for alice@example.com", key: "4" }, known);
    expect(kept).toMatchObject({ id: "", name: "", label: "for [username]", key: "" });
  });

  test("a key of a keypad is the one with the character of the value", () => {
    const keys = ["4", "7"].map((key, index) => seen({ tag: "button", type: "button", key, index }));
    const step = { page, keys: { tag: "button", type: "button" } };
    expect(matchKey(step, keys, "7", known)).toEqual({ found: keys[1] });
    expect(matchKey(step, keys, "1", known)).toEqual({ problem: "missing" });
    expect(matchKey(step, [...keys, ...keys], "7", known)).toEqual({ problem: "ambiguous" });
  });
});

test("a plan tells what a renewal would lack", () => {
  const fill = (value: Extract<TaughtStep, { do: "fill" }>["value"]): TaughtStep => ({
    ...{ do: "fill", page, control: lasting(field, known), boxes: 1, value },
  });
  const plan = (...steps: TaughtStep[]) => ({ entrance: page, steps });
  const password = fill({ from: "credential", key: "password", kind: "password" });
  const facts = { valueKeys: ["password"], hasTotpSecret: false };
  expect(lackOf(plan(password), facts)).toBe("nothing");
  expect(lackOf(plan(password), undefined)).toBe("value");
  expect(lackOf(plan(password, fill({ from: "totp" })), facts)).toBe("value");
  expect(lackOf(plan(password, fill({ from: "person" })), facts)).toBe("person");
  expect(lackOf(plan({ do: "other", page }), facts)).toBe("person");
  expect(stepName(password)).toBe('type the value "password" in "Zyxo" on https://shop.example.com/form');
});

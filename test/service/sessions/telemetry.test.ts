import { describe, expect, test } from "vitest";
import {
  operationalCategories,
  optInCategories,
  type TelemetryCategory,
} from "../../../src/contract/telemetry-categories.ts";
import {
  type ActiveTelemetry,
  type TelemetryInput,
  telemetryOnCreate,
  telemetryOnUpdate,
} from "../../../src/service/sessions/telemetry.ts";

const config = (...enabled: TelemetryCategory[]): ActiveTelemetry => ({
  browser: Object.fromEntries(
    [...operationalCategories, ...optInCategories].map((name) => [name, { enabled: enabled.includes(name) }]),
  ) as ActiveTelemetry["browser"],
});
const defaultSet = config(...operationalCategories);
const allOff = Object.fromEntries(operationalCategories.map((name) => [name, { enabled: false }]));
const created = (request: TelemetryInput | null | undefined): ActiveTelemetry | null => {
  const { config: resolved, problems } = telemetryOnCreate(request);
  expect(problems).toEqual([]);
  return resolved;
};
const updated = (
  current: ActiveTelemetry | null,
  request: TelemetryInput | null | undefined,
): ActiveTelemetry | null => {
  const { config: resolved, problems } = telemetryOnUpdate(current, request);
  expect(problems).toEqual([]);
  return resolved;
};

describe("on create", () => {
  test.each([undefined, null, {}, { enabled: false }, { enabled: false, browser: {} }, { export: {} }])(
    "telemetry on create: %j captures nothing",
    (request) => {
      expect(created(request)).toBeNull();
    },
  );

  test.each<TelemetryInput>([
    { enabled: true },
    { browser: {} },
    { enabled: true, browser: {} },
    { browser: { page: {} } },
  ])("telemetry on create: %j is the default set (rules 1, 2, 5)", (request) => {
    expect(created(request)).toEqual(defaultSet);
  });

  test("telemetry on create: categories layer onto the default set (rule 3), with enabled or without", () => {
    const browser = { console: { enabled: true }, captcha: { enabled: false } };
    for (const request of [{ browser }, { enabled: true, browser }]) {
      expect(created(request)).toEqual(config("control", "connection", "system", "console"));
    }
  });

  test("telemetry on create: every category off captures nothing (rule 6)", () => {
    expect(created({ browser: allOff })).toBeNull();
    expect(created({ enabled: true, browser: allOff })).toBeNull();
    expect(created({ browser: { ...allOff, page: { enabled: true } } })).toEqual(config("page"));
  });
});

describe("on update", () => {
  const current = config("control", "network");

  test.each([undefined, null, {}])("telemetry on update: %j changes nothing", (request) => {
    expect(updated(current, request)).toEqual(current);
    expect(updated(null, request)).toBeNull();
  });

  test("telemetry on update: enabled resolves afresh instead of merging", () => {
    expect(updated(current, { enabled: true })).toEqual(defaultSet);
    expect(updated(current, { enabled: true, browser: { page: { enabled: true } } })).toEqual(
      config(...operationalCategories, "page"),
    );
  });

  test("telemetry on update: categories alone merge onto the current selection, or onto the default set (rule 4)", () => {
    const request = { browser: { page: { enabled: true }, control: { enabled: false } } };
    expect(updated(current, request)).toEqual(config("network", "page"));
    expect(updated(null, request)).toEqual(config("connection", "system", "captcha", "page"));
  });

  test("telemetry on update: an empty selection is the default set (rule 5)", () => {
    expect(updated(current, { browser: {} })).toEqual(defaultSet);
  });

  test("telemetry on update: false, or every category off, stops capture (rule 6)", () => {
    expect(updated(current, { enabled: false })).toBeNull();
    expect(updated(current, { browser: { control: { enabled: false }, network: { enabled: false } } })).toBeNull();
  });
});

describe("mistakes", () => {
  const destination = { id: "d" };
  test.each<[TelemetryInput, string]>([
    [{ enabled: false, browser: { page: { enabled: true } } }, "telemetry.enabled"],
    [{ enabled: false, browser: { page: {} } }, "telemetry.enabled"],
    [{ enabled: true, storage: { enabled: false } }, "telemetry.storage.enabled"],
    [{ enabled: true, export: { otlp: { destination } } }, "telemetry.export.otlp.destination.id"],
    [
      { enabled: true, export: { otlp: { enabled: true, destination: { name: "d" } } } },
      "telemetry.export.otlp.destination.name",
    ],
    [{ enabled: true, export: { otlp: { enabled: false, destination } } }, "telemetry.export.otlp.enabled"],
    [{ enabled: true, export: { otlp: { enabled: true } } }, "telemetry.export.otlp.destination"],
    [{ export: { otlp: { destination } } }, "telemetry.export.otlp"],
    [{ enabled: false, export: { otlp: { destination } } }, "telemetry.export.otlp"],
  ])("invalid telemetry %j names %s", (request, path) => {
    expect(telemetryOnCreate(request).problems.map((problem) => problem.path)).toEqual([path]);
    expect(telemetryOnUpdate(null, request).problems.map((problem) => problem.path)).toEqual([path]);
  });

  test("an export that is off counts as no export", () => {
    expect(created({ enabled: true, export: { otlp: { enabled: false } } })).toEqual(defaultSet);
    expect(created({ enabled: true, export: {} })).toEqual(defaultSet);
  });
});

test("the methods that are not captured are kept until others are given, and forgotten with the capture", () => {
  const excluded = (...excluded_methods: string[]) => ({ browser: { control: { cdp: { excluded_methods } } } });
  const first = created({ enabled: true, ...excluded("Page.enable") });
  const control = { enabled: true, cdp: { excluded_methods: ["Page.enable"] } };
  expect(first).toEqual({ browser: { ...defaultSet.browser, control } });
  const merged = updated(first, { browser: { console: { enabled: true } } });
  expect(merged?.browser.control).toEqual(control);
  const changed = updated(merged, excluded("DOM.enable"));
  expect(changed?.browser.control).toEqual({ enabled: true, cdp: { excluded_methods: ["DOM.enable"] } });
  expect(changed?.browser.console).toEqual({ enabled: true });
  expect(updated(changed, { enabled: true })).toEqual(defaultSet);
});

import { expect, test } from "vitest";
import { Resources, resource } from "../../src/service/resource.ts";

const calls: string[] = [];
const lamps = resource({
  name: "lamps",
  tables: [],
  start: (needs: { volts: number }) => ({ volts: needs.volts, on: false }),
  prepare: async (lamp) => void calls.push(`prepare lamps ${lamp.volts}`),
  busy: (lamp) => lamp.on,
  close: async (lamp, reason) => {
    await Promise.resolve();
    calls.push(`close lamps ${lamp.volts} ${reason}`);
  },
  handlers: () => ({}),
});
const rooms = resource({
  name: "rooms",
  tables: [],
  start: (needs: { lamps: { volts: number } }) => ({ brightness: needs.lamps.volts * 2 }),
  close: async (_room, reason) => void calls.push(`close rooms ${reason}`),
  handlers: () => ({}),
});

test("resources start with the services before them, and close in reverse order", async () => {
  const running = Resources.start([lamps, rooms], { volts: 12 });
  expect(running.services.rooms.brightness).toBe(24);
  await running.prepare();
  expect(running.busy).toBe(false);
  running.services.lamps.on = true;
  expect(running.busy).toBe(true);
  await running.close("the end");
  expect(calls).toEqual(["prepare lamps 12", "close rooms the end", "close lamps 12 the end"]);
});

test("a list in which a resource lacks something does not compile", () => {
  // @ts-expect-error nobody provides volts
  expect(Resources.start([lamps], {}).services.lamps.volts).toBeUndefined();
  // @ts-expect-error rooms start before the lamps that they need
  expect(() => Resources.start([rooms, lamps], { volts: 12 })).toThrow();
  // @ts-expect-error volts are a number
  expect(Resources.start([lamps], { volts: "12" }).services.lamps.volts).toBe("12");
});

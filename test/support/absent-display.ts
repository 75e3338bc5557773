import type { LiveSource } from "../../src/service/live-view/live-source.ts";

/** Display that no viewer reaches, for tests of links alone. */
export const absentDisplay: LiveSource = {
  connect: () => Promise.reject(new Error("there is no display")),
  type: () => Promise.reject(new Error("there is no display")),
};

import { expect, test } from "vitest";
import { pathsIn, temporaryDirectory } from "./support/places.ts";
import { contextsAfterWriters } from "./support/writers.ts";

test("50 writers at once lose nothing, and a reader always gets complete settings", async () => {
  expect(await contextsAfterWriters(await pathsIn(temporaryDirectory()), 50)).toHaveLength(100);
});

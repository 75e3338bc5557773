import { expect, test } from "vitest";
import { watchedSession } from "./support/change-reader.ts";

const its = watchedSession();
const { watch, changes } = its;

test("thousands of changes at once are all told, each once", async () => {
  await its.session.sh("mkdir -p /tmp/flood");
  const { reader } = await watch("/tmp/flood", true);
  const told = await changes(
    reader,
    "/tmp/flood",
    "for d in 1 2 3 4 5; do mkdir $d; (cd $d; seq 400 | xargs touch); done",
  );
  const created = told.filter((event) => event.startsWith("CREATE"));
  expect(created).toHaveLength(2_005);
  expect(new Set(created).size).toBe(2_005);
  expect(told.filter((event) => /^(DELETE|RENAME)/.test(event))).toEqual([]);
  const gone = await changes(reader, "/tmp/flood", "rm -rf 1 2 3 4 5");
  expect(gone).toHaveLength(2_005);
  expect(new Set(gone.map((event) => event.split(" ")[0]))).toEqual(new Set(["DELETE"]));
  expect(reader.gaps).toBe(0);
});

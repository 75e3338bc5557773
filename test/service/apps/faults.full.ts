import { afterAll, beforeAll, describe } from "vitest";
import { startService, type TestService } from "../../support/service/service.ts";
import { printedInOrderTests } from "./support/printed-in-order.ts";

describe("what an app prints", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  printedInOrderTests(() => service, { lines: 1_000_000, ends: ["return", "throw"] });
});

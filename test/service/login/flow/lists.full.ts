import { describe } from "vitest";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { choosesStored } from "../support/stored-login.ts";

const test = loginTest(2);

describe("a list is chosen from", () => {
  test.for(["Example Labs", "example labs"])("by the stored %j", choosesStored);
});

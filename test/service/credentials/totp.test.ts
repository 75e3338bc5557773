import { expect, test } from "vitest";
import { readTotpSecret, totpCode } from "../../../src/service/credentials/totp.ts";

/** The key of RFC 6238, "12345678901234567890", in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 60],
  [1_111_111_109, "081804", 1_111_111_110],
  [1_111_111_111, "050471", 1_111_111_140],
  [1_234_567_890, "005924", 1_234_567_920],
  [2_000_000_000, "279037", 2_000_000_010],
  [20_000_000_000, "353130", 20_000_000_010],
])("the code of RFC 6238 at second %d is %s, until second %d", (at, code, end) => {
  expect(totpCode(secret, at * 1_000)).toEqual({ code, expiresAt: end * 1_000 });
});

test("a code lasts to the last millisecond of its 30 seconds", () => {
  const [first, last, next] = [30_000, 59_999, 60_000].map((at) => totpCode(secret, at));
  expect(last).toEqual(first);
  expect([last?.expiresAt, next?.expiresAt]).toEqual([60_000, 90_000]);
  expect(next?.code).not.toBe(first?.code);
});

test.each([
  ["JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP"],
  [" jbsw y3dp-ehpk 3pxp\n", "JBSWY3DPEHPK3PXP"],
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY======", "GEZDGNBVGY3TQOJQGEZDGNBVGY"],
  ["JBSWY3DPEHPK3PX", undefined],
  ["hunter22", undefined],
  ["", undefined],
  ["====", undefined],
  ["JBSWY3DPEHPK3PX1", undefined],
  ["JBSWY3DPEHPK=3PXP", undefined],
  ["otpauth://totp/a?secret=JBSWY3DP", undefined],
])("the secret %j is read as %j", (given, read) => {
  expect(readTotpSecret(given)).toBe(read);
});

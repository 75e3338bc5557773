import { expect, test } from "vitest";
import type { DescribedControl, RecordedAction } from "../../../../src/login-reader/described-control.ts";
import { stepName } from "../../../../src/service/login/decide/taught-plan.ts";
import type { PageEvent } from "../../../../src/service/login/drive/recording.ts";
import { Lesson } from "../../../../src/service/login/flow/lesson.ts";
import { CredentialValues } from "../../../../src/service/login/values/credential-values.ts";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";
import { noSends, Sends } from "../../../../src/service/login/values/sends.ts";

const startUrl = "https://shop.example.com/";
const stored = { username: "alice", password: "Wonder-land 7!" };
const code = "482913";

function control(name: string, more: Partial<DescribedControl> = {}): DescribedControl {
  const texts = { role: "", id: "", autocomplete: "", inputMode: "", label: name, text: "", href: "", form: "" };
  return { tag: "input", type: "text", name, maxLength: -1, place: 1, of: 1, ...texts, ...more };
}

/** Lesson of a person who does this, each thing in the document of that number. */
async function lessonOf(
  actions: readonly (readonly [RecordedAction, document?: number])[],
  values = stored,
  totp: () => Promise<string> = async () => code,
) {
  const known = new KnownValues(values);
  const sends = new Sends({ records: noSends, stored: [], isUnattended: false });
  const lesson = new Lesson(new CredentialValues(values, { sends, known }), { startUrl, totp });
  lesson.personsTurn(true);
  for (const [action, document = 1] of actions) {
    const event: PageEvent = {
      ...action,
      document,
      url: startUrl,
      pageUrl: startUrl,
      origin: startUrl,
      isMainFrame: true,
    };
    lesson.take(event);
  }
  const taught = await lesson.finish();
  const names = taught?.plan.steps.map((step) => stepName(step).replace(` on ${startUrl}`, ""));
  return { names, values: taught?.values, plan: JSON.stringify(taught?.plan) };
}

function fill(name: string, text: string, more?: Partial<DescribedControl>): RecordedAction {
  return { did: "fill", control: control(name, more), text };
}

const press: RecordedAction = { did: "click", control: control("go", { tag: "button", label: "", text: "Go" }) };
const password = { type: "password" };

test("a lesson keeps the values of the login by name, and a code of the secret as such", async () => {
  const lesson = await lessonOf([
    [fill("user", "al")],
    [fill("user", "alice")],
    [fill("pw", stored.password, password)],
    [fill("otp", code)],
    [press],
  ]);
  expect(lesson.names).toEqual([
    'type the value "username" in "user"',
    'type the value "password" in "pw"',
    'type the code of the TOTP secret in "otp"',
    'press "Go"',
  ]);
  expect(lesson.values).toEqual({});
});

test("a lesson names and saves new values, but no short number", async () => {
  const lesson = await lessonOf(
    [
      [fill("Customer", "Krmx-77")],
      [fill("pw", "Other-land 8!", password)],
      [fill("Branch", "4711")],
      [fill("sms", "912345", { autocomplete: "one-time-code" })],
      [press],
    ],
    { username: "alice", password: "outdated" },
  );
  expect(lesson.names).toEqual([
    expect.stringMatching(/^type the value "\w+" in "Customer"$/),
    'type the value "password" in "pw"',
    'type the value "branch" in "Branch"',
    'type a one-time value in "sms"',
    'press "Go"',
  ]);
  expect(Object.values(lesson.values ?? {}).sort()).toEqual(["Krmx-77", "Other-land 8!"]);
  expect(lesson.plan).not.toMatch(/Krmx|land|4711|912345/);
});

test("a port or a host before the password is no user name, and is saved under its own name", async () => {
  const { names, values } = await lessonOf(
    [
      [fill("Host", "irc.example.com")],
      [fill("relay_port", "9001")],
      [fill("pw", stored.password, password)],
      [fill("Number", "4711", { type: "number" }), 2],
      [fill("secret", stored.password, password), 2],
    ],
    stored,
  );
  expect(names).toEqual([
    'type the value "host" in "Host"',
    'type the value "relay_port" in "relay_port"',
    'type the value "password" in "pw"',
    'type the value "number" in "Number"',
    'type the value "password" in "secret"',
  ]);
  expect(values).toEqual({ host: "irc.example.com", relay_port: "9001", number: "4711" });
});

test("a lesson leaves out what was in vain, and the boxes of a code are one value", async () => {
  const boxes = [...code].map((text, at): [RecordedAction, number] => [fill(`box${at}`, text, { maxLength: 1 }), 2]);
  const lesson = await lessonOf([
    [fill("user", "alice")],
    [fill("pw", "wrong", password)],
    [press],
    [fill("user", "alice"), 2],
    [fill("pw", stored.password, password), 2],
    ...boxes,
    [press, 2],
  ]);
  expect(lesson.names).toEqual([
    'type the value "username" in "user"',
    'type the value "password" in "pw"',
    'type the code of the TOTP secret in "box0"',
    'press "Go"',
  ]);
});

test("keys with Shift between them are one value, of which the plan has no shape", async () => {
  const keys = (text: string): RecordedAction => ({
    did: "click",
    control: control("", { tag: "div", label: "", key: text }),
  });
  const shift: RecordedAction = { did: "click", control: control("shift", { tag: "div", label: "", text: "Shift" }) };
  const focus = (name: string): RecordedAction => ({ did: "click", control: control(name, { isField: true }) });
  const typed = (text: string): (readonly [RecordedAction])[] =>
    [...text].flatMap((each) => (/[A-Z!]/.test(each) ? [[shift], [keys(each)], [shift]] : [[keys(each)]]));
  const { names, plan } = await lessonOf([
    ...[[focus("user")] as const, ...typed(stored.username), [focus("pw")] as const],
    ...[...typed(stored.password), [press] as const],
  ]);
  expect(names).toEqual([
    'press "user"',
    'press the keys of the value "username"',
    'press "pw"',
    'press the keys of the value "password"',
    'press "Go"',
  ]);
  expect(plan.match(/"Shift"/g)).toHaveLength(1);
  // Clicks around other keys stay, such as that of a key that ends them.
  const pin = await lessonOf([[keys("4")], [keys("2")], [press], [keys("a")], [press]], {
    username: "42",
    password: "a",
  });
  expect(pin.names).toHaveLength(4);
});

test("a field that only got the focus is no step", async () => {
  const focus: RecordedAction = { did: "click", control: control("user", { isField: true }) };
  expect((await lessonOf([[focus], [focus]])).names).toBeUndefined();
  const lesson = await lessonOf([[focus], [fill("user", "alice")], [press]]);
  expect(lesson.names).toEqual(['type the value "username" in "user"', 'press "Go"']);
  const boxes = [...code].map((text, at) => fill(`box${at}`, text, { maxLength: 1 }));
  const split = await lessonOf([...boxes.flatMap((box) => [[focus], [box]] as const), [press]]);
  expect(split.names).toEqual(['type the code of the TOTP secret in "box0"', 'press "Go"']);
});

test("a lesson has no digit of a keypad, and none of keys that cannot be read", async () => {
  const key = (text: string): RecordedAction => ({
    did: "click",
    control: control("", { tag: "button", type: "button", label: "", key: text }),
  });
  const known = await lessonOf([[key("4")], [key("7")], [key("1")], [key("2")], [press]], {
    ...stored,
    pin: "4712",
  } as never);
  expect(known.names).toEqual(['press the keys of the value "pin"', 'press "Go"']);
  const unread = await lessonOf([[key("")], [key("")], [press]]);
  expect(unread.names).toEqual(["something that only a person can do", 'press "Go"']);
});

test("a lesson in which a person did nothing is none", async () => {
  expect(await lessonOf([])).toEqual({ names: undefined, values: undefined, plan: undefined });
});

test("a code whose secret was deleted during the login is asked for, and nothing else fails", async () => {
  const gone = async (): Promise<string> => {
    throw new Error("the credential is gone");
  };
  const { plan } = await lessonOf([[fill("code", code, { autocomplete: "one-time-code" })], [press]], stored, gone);
  expect(plan).toContain('"from":"person"');
});

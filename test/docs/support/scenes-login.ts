import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { runInSession } from "../../support/service/session-code.ts";
import { until } from "../../support/until.ts";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";
import type { RunningLine } from "./example-shell.ts";

interface Connection {
  readonly flow_status: string | null;
  readonly flow_step: string | null;
  readonly interaction_id: string | null;
  readonly fields: readonly { readonly id: string; readonly type: string }[] | null;
  readonly choices: readonly { readonly id: string; readonly type: string }[] | null;
  readonly status: string;
}

/** Values of the demo site's user by the types of fields. */
const words: Readonly<Record<string, string>> = {
  identifier: "ada",
  email: "ada",
  text: "ada",
  password: "correct-horse",
};

async function connection({ id, stage }: Prepared): Promise<Connection> {
  return (await stage.send("GET", `/auth/connections/${id}`)).body;
}

/** Makes the connection of the line one to a page of the demo site. */
function to(page: string, more: Readonly<Record<string, unknown>> = {}): NonNullable<Scene["prepare"]> {
  return async ({ named, stage }) => {
    const login_url = stage.sites.demo.on("main", page);
    const json = { domain: "localhost", profile_name: `login-${randomUUID()}`, login_url, ...more };
    const { body } = await stage.send("POST", "/auth/connections", { json });
    Object.assign(named[0] ?? {}, { id: body.id });
  };
}

/** The same, with a login that has come to a pause. `answered` pauses before it are answered. */
function waitingAt(page: string, answered = 0): NonNullable<Scene["prepare"]> {
  return async (prepared) => {
    await to(page)(prepared);
    await prepared.stage.send("POST", `/auth/connections/${prepared.id}/login`);
    let last = await pause(prepared, null);
    for (let count = 0; count < answered; count += 1) {
      await answer(prepared, last, Object.keys(words));
      last = await pause(prepared, last.interaction_id);
    }
    prepared.replaced.set("i7c2n4q8", last.interaction_id ?? "");
  };
}

/** Waits until the login asks for something else than before. */
function pause(prepared: Prepared, before: string | null): Promise<Connection> {
  return until(
    () => connection(prepared),
    ({ flow_step, interaction_id }) => flow_step === "AWAITING_INPUT" && interaction_id !== before,
  );
}

/** Answers a pause with the values of some types of fields; a pause without such a field is left to the line. */
async function answer(prepared: Prepared, asked: Connection, types: readonly string[]): Promise<boolean> {
  const { id, stage } = prepared;
  const fields = asked.fields ?? [];
  if (!fields.some(({ type }) => types.includes(type))) return false;
  const values = await Promise.all(
    fields.map(async ({ id: name, type }) => [name, words[type] ?? (await code(prepared))]),
  );
  const json = { interaction_id: asked.interaction_id, field_values: Object.fromEntries(values) };
  // The page may have gone on by itself.
  const { status } = await stage.api("POST", `/auth/connections/${id}/submit`, { json });
  return status < 300;
}

/** Code that the demo site has sent to the phone. */
async function code({ stage }: Prepared): Promise<string> {
  const page = await (await fetch(stage.sites.demo.on("main", "/phone"))).text();
  return /Your code is \D*(\d+)/.exec(page)?.[1] ?? "";
}

/** Answers a login until it has ended. */
async function finish(prepared: Prepared, types: readonly string[]): Promise<void> {
  let answered: string | null = null;
  await until(async () => {
    const state = await connection(prepared);
    if (state.flow_step === "AWAITING_INPUT" && state.interaction_id !== answered) {
      if (await answer(prepared, state, types)) answered = state.interaction_id;
    }
    return state.flow_status !== null && state.flow_status !== "IN_PROGRESS";
  });
}

/** Somebody else answers these types of fields while the line runs. */
function answers(...types: string[]): NonNullable<Scene["during"]> {
  return async (prepared: Prepared, _running: RunningLine) => {
    await until(async () => (await connection(prepared)).flow_status === "IN_PROGRESS");
    await finish(prepared, types);
  };
}

function ends(flow_status: string, status: string): NonNullable<Scene["effect"]> {
  return async (ran: Ran) => {
    const state = await until(
      () => connection(ran),
      (record) => record.flow_status !== "IN_PROGRESS",
    );
    expect(state).toMatchObject({ flow_status, status });
  };
}

const loggedIn = ends("SUCCESS", "AUTHENTICATED");
const everything = [...Object.keys(words), "code"];

/** A submission after which the login asks for something else, or has ended. */
const goesOn: NonNullable<Scene["effect"]> = async (ran) => {
  const state = await until(
    () => connection(ran),
    ({ flow_status, flow_step }) => flow_status !== "IN_PROGRESS" || flow_step === "AWAITING_INPUT",
  );
  expect(state.fields?.[0]?.type).toBe("code");
};

/** A connection that has logged in. */
const afterLogin: NonNullable<Scene["prepare"]> = async (prepared) => {
  await to("/password")(prepared);
  await prepared.stage.send("POST", `/auth/connections/${prepared.id}/login`);
  await finish(prepared, everything);
};

/** A connection whose login a person has finished in the page itself. */
const shownLogin: NonNullable<Scene["prepare"]> = async (prepared) => {
  await waitingAt("/password")(prepared);
  const { stage } = prepared;
  const { body } = await stage.send("GET", `/auth/connections/${prepared.id}`);
  const code = `await page.locator("input").first().click();
    await page.keyboard.type("ada");
    await page.locator("[type=password]").click();
    await page.keyboard.type("correct-horse");
    await page.keyboard.press("Enter");`;
  await runInSession(stage, body.browser_session_id, code);
  await until(async () => (await connection(prepared)).flow_status === "SUCCESS");
};

/** A connection whose login has failed on a page with texts, which is on another domain. */
const failedLogin: NonNullable<Scene["prepare"]> = async (prepared) => {
  await to("/foreign", { allowed_domains: ["localhost"] })(prepared);
  await prepared.stage.send("POST", `/auth/connections/${prepared.id}/login`);
  await until(async () => (await connection(prepared)).flow_status === "FAILED");
};

const line = "auth connections";
const id = "a6u2t8h4c0o5n9n3e7c1t8i2";

/** A login to the demo site, which is then a website that was tried. */
async function tried({ replaced, stage }: Prepared): Promise<void> {
  const login_url = stage.sites.demo.on("main", "/password");
  const name = `tried-${randomUUID()}`;
  const values = { username: words["identifier"], password: words["password"] };
  await stage.send("POST", "/credentials", { json: { name, domain: "localhost", values } });
  const json = { domain: "localhost", profile_name: name, login_url, credential: { name } };
  const { body } = await stage.send("POST", "/auth/connections", { json });
  await stage.send("POST", `/auth/connections/${body.id}/login`);
  const isIn = async () => (await stage.send("GET", `/auth/connections/${body.id}`)).body.flow_status === "SUCCESS";
  await until(isIn, { what: "the end of the login" });
  replaced.set("https://shop.example.com", login_url);
  replaced.set("--search shop", "--search password");
}

/** Scenes of logins, on the pages of the demo site. */
export const loginScenes: Scenes = {
  [`${line} login ${id}`]: {
    prepare: to("/password"),
    replies: [],
    during: answers(...everything),
    effect: loggedIn,
  },
  [`${line} login ${id} --field identifier=@username.txt --field password=env:PASSWORD`]: {
    prepare: to("/password"),
    effect: loggedIn,
  },
  [`${line} login ${id} --field password=@password.txt --choice sms --wait-for-person`]: {
    prepare: async (prepared) => {
      const json = { name: "ada", domain: "localhost", values: { username: "ada" } };
      await prepared.stage.world.free("/credentials", "ada");
      await prepared.stage.send("POST", "/credentials", { json });
      return await to("/factors", { credential: { name: "ada" } })(prepared);
    },
    during: answers("code"),
    effect: loggedIn,
  },
  [`${line} login ${id} --attach`]: {
    prepare: waitingAt("/password"),
    replies: [],
    during: answers(...everything),
    effect: loggedIn,
  },
  [`${line} login ${id} --hosted`]: {
    prepare: to("/password"),
    effect: async (ran) => {
      const link = ran.result.stdout.trim();
      const opened = await fetch(link, { redirect: "manual" });
      const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
      const page = await fetch(new URL(opened.headers.get("location") ?? "", link), { headers: { cookie } });
      expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
      expect((await connection(ran)).flow_status).toBe("IN_PROGRESS");
    },
    restore: ({ id: connectionId, stage }) => stage.send("POST", `/_local/auth/connections/${connectionId}/cancel`),
  },
  [`${line} watch`]: {
    prepare: waitingAt("/password"),
    during: answers(...everything),
    effect: async (ran) => {
      await loggedIn(ran);
      expect(JSON.parse(ran.result.stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({ flow_status: "SUCCESS" });
    },
  },
  [`${line} submit ${id}`]: {
    prepare: waitingAt("/password"),
    replies: [
      { prompt: /\? .*(user|email|identifier)/i, answer: "ada" },
      { prompt: /\? .*password/i, answer: "correct-horse" },
    ],
    effect: loggedIn,
  },
  [`${line} submit ${id} --field identifier=ada --field password=env:PASSWORD`]: {
    prepare: waitingAt("/password"),
    effect: loggedIn,
  },
  [`${line} submit ${id} --field password=- < password.txt`]: {
    prepare: waitingAt("/identifier", 1),
    effect: loggedIn,
  },
  [`${line} submit ${id} --choice sms`]: { prepare: waitingAt("/factors", 1), effect: goesOn },
  [`${line} submit ${id} --interaction i7c2n4q8 --field password=env:PASSWORD`]: {
    prepare: waitingAt("/identifier", 1),
    effect: loggedIn,
  },
  [`${line} cancel`]: { prepare: waitingAt("/password"), effect: ends("CANCELED", "NEEDS_AUTH") },
  [`${line} check ${id}`]: {
    prepare: afterLogin,
    effect: ({ result }) => expect(result.stdout).toContain("AUTHENTICATED"),
  },
  [`${line} check ${id} -o json --query result`]: {
    prepare: afterLogin,
    effect: ({ result }) => expect(result.stdout).toBe('"logged-in"\n'),
  },
  [`wait connection ${id} --for status=AUTHENTICATED`]: {
    prepare: waitingAt("/password"),
    during: answers(...everything),
    effect: loggedIn,
  },
  [`${line} screenshot ${id} --out failed.png`]: { prepare: failedLogin },
  [`${line} screenshot ${id} t4k8w2c6 --out earlier.png --force`]: {
    prepare: async (prepared) => {
      await failedLogin(prepared);
      const { body } = await prepared.stage.send("GET", `/auth/connections/${prepared.id}/timeline`);
      prepared.replaced.set("t4k8w2c6", body[0].id);
    },
  },
  [`${line} plans list`]: { prepare: shownLogin },
  [`${line} plans show`]: { prepare: shownLogin },
  [`${line} timeline`]: {
    prepare: async (prepared) => {
      await afterLogin(prepared);
      await prepared.stage.send("POST", `/_local/auth/connections/${prepared.id}/check`);
    },
  },
  [`${line} timeline ${id} --query "[?status=='FAILED'].[timestamp,error_code,error_message]"`]: {
    prepare: async (prepared) => {
      // Nothing answers there.
      await to("/", { login_url: "http://localhost:9/" })(prepared);
      await prepared.stage.send("POST", `/auth/connections/${prepared.id}/login`);
      const timeline = `/auth/connections/${prepared.id}/timeline`;
      await until(async () => JSON.stringify((await prepared.stage.send("GET", timeline)).body).includes("FAILED"));
    },
  },
  "config-registry list": { prepare: tried },
  "config-registry lookup": {
    prepare: tried,
    effect: ({ result }) => expect(result.stdout).toMatch(/stealth\s+(true|false)/),
  },
};

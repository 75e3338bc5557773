import { describe } from "vitest";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { dashboard, foreignSite, form, type Kind, user } from "../support/foreign-site.ts";
import type { Person } from "../support/person.ts";
import { names, renewed, shown, stored } from "../support/shown-login.ts";

const test = loginTest();

/** Start page with a control that no rule knows. */
const start = `<h1>Trfk</h1><div id="go" style="cursor: pointer" onclick="location.href = '/form'">Grmpf</div>`;

/** Login at `/form`, behind a start page; `content` is read at each visit. Each typed character is a request. */
function behind(content: () => string, isRight: (body: URLSearchParams) => boolean, first = () => start): Kind {
  const watched = `<script>addEventListener("input", () => fetch("/typed"))</script>`;
  return ({ path, body, isKnown, html, redirect, session }) => {
    if (path === "/typed") {
      typed += 1;
      return html("");
    }
    if (path === "/in") return isRight(body) ? redirect("/home", [session()]) : redirect("/");
    if (path === "/done") return html("<script>(opener ?? top).location = '/home'; close()</script>");
    if (path === "/home") return isKnown ? html(dashboard()) : redirect("/");
    return html((path === "/form" ? content() : isKnown ? dashboard() : first()) + watched);
  };
}

/** More than the looks after which a step of a login counts as not understood. */
const MANY_LOOKS = 14;

/** Number of characters that were typed into pages of {@link behind} in a test. */
let typed = 0;

function isPassword(body: URLSearchParams): boolean {
  return body.get("pw") === user.password;
}

/** Form whose fields have neither names nor labels, and whose button is none; a script sends what is in them. */
const nameless = `<h1>Qwx</h1><div id="form"><div><input></div><div><input></div><div><input type="password"></div>
  <div id="send" style="cursor: pointer" onclick="send()">Vrmp</div></div>
  <script>function send() {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/in";
    for (const [at, { value }] of [...document.querySelectorAll("input")].entries()) {
      form.append(Object.assign(document.createElement("input"), { name: ["c", "u", "pw"][at], value, type: "hidden" }));
    }
    document.body.append(form);
    form.submit();
  }</script>`;

/** As {@link nameless}; the script loads the next page itself. */
const fetching = nameless.replace(
  "form.submit()",
  "fetch('/in', { method: 'POST', body: new URLSearchParams(new FormData(form)) }).then(() => { location.href = '/home'; })",
);

/** Name, and a PIN by keys of the page, of which the order changes. */
const keypad = (): string => `<h1>Qwx</h1><form id="form" method="post" action="/in">
  <label>Zyxo <input name="u"></label><input type="hidden" name="pin">
  ${[3, 7, 1, 4, 9, 0, 2, 8, 5, 6].map((key) => `<button type="button" onclick="form.pin.value += ${key}">${key}</button>`).join("")}
  <button id="send">Vrmp</button></form>`;

describe("a login that is shown once", () => {
  test("a start page that no rule knows is shown by a person, and the plan has the steps of the service too", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const site = await foreignSite(
      behind(() => form(), isPassword),
      onTestFinished,
    );
    const rules = await renewed(test, site, undefined);
    expect(rules.error?.message).toMatch(/no login form/);
    const { plan, teacher, result } = await shown(test, site, (person) => person.click("#go"));
    expect(teacher.questions.map(({ kind, message }) => [kind, message])).toEqual([
      [
        "external",
        "The service does not know this page. Finish the login in the live view; the steps are kept for next time.",
      ],
    ]);
    expect(names(plan)).toEqual([
      'press "Grmpf" on /',
      'type the value "username" in "Zyxo" on /form',
      'type the value "password" in "Qwlt" on /form',
      'press "Vrmp" on /form',
    ]);
    expect(result.values).toEqual({});
    site.revoke();
    const { result: again, failures } = await renewed(test, site, plan);
    expect(failures).toEqual([undefined]);
    expect(again?.postLoginUrl).toBe(new URL("/home", site.url).href);
  });

  test("a website that does not answer when it is asked whether the login has ended is asked again", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    let visits = 0;
    const site = await foreignSite(({ path, body, isKnown, html, redirect, session, drop }) => {
      if (path === "/in") return redirect("/me", isPassword(body) ? [session()] : []);
      if (path === "/form") return html(fetching);
      if (path !== "/home") return html(start);
      visits += 1;
      // The page that the person sees, then looks at it that fail.
      if (visits > 1 && visits < MANY_LOOKS) return drop();
      return isKnown ? html(dashboard()) : redirect("/");
    }, onTestFinished);
    await shown({ browser, expect }, site, async (person) => {
      await person.click("#go");
      await person.type("Krmx-7781", "#form div:nth-of-type(1) input");
      await person.type(user.username, "#form div:nth-of-type(2) input");
      await person.type(user.password, "#form input[type=password]");
      await person.click("#send");
    });
    expect(visits).toBeGreaterThan(MANY_LOOKS);
  });

  test("a person who goes on while the service reads the next page is followed", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const site = await foreignSite(
      behind(() => fetching, isPassword),
      onTestFinished,
    );
    const { plan } = await shown({ browser, expect }, site, async (person, isOver) => {
      await person.click("#go");
      await isOver;
      await person.type("Krmx-77", "div:nth-child(1) > input");
      await person.type(user.username, "div:nth-child(2) > input");
      await person.type(user.password, "[type=password]");
      await person.click("#send");
    });
    expect(names(plan)).toHaveLength(5);
  });

  test("a login whose end is the answer to its form, at an address that shows nothing by itself, is noticed", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const first = start.replace("/form", "/in?do=edit");
    const site = await foreignSite(({ path, query, body, isKnown, html, cookie, session }) => {
      if (isPassword(body)) cookie(session());
      if (isPassword(body) || (query.has("do") && isKnown)) return html(dashboard());
      return html(query.has("do") ? nameless : path === "/in" ? "<h1>Hmpf</h1>" : first);
    }, onTestFinished);
    const { plan } = await shown({ browser, expect }, site, async (person) => {
      await person.click("#go");
      await person.type(user.username, "div:nth-child(2) > input");
      await person.type(user.password, "[type=password]");
      await person.click("#send");
    });
    expect(names(plan)).toHaveLength(4);
  });

  test("fields without names are found by their place, and a new value is named and kept apart from the plan", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const isRight = (body: URLSearchParams): boolean => isPassword(body) && body.get("c") === "Krmx-77";
    const site = await foreignSite(
      behind(() => nameless, isRight),
      onTestFinished,
    );
    const { plan, result } = await shown(test, site, async (person) => {
      await person.click("#go");
      await person.type("Krmx-77", "div:nth-child(1) > input");
      await person.type(user.username, "div:nth-child(2) > input");
      await person.type(user.password, "[type=password]");
      await person.click("#send");
    });
    expect(JSON.stringify(plan)).not.toMatch(/krmx/i);
    const [[key = "", value] = []] = Object.entries(result.values);
    expect(value).toBe("Krmx-77");
    const lacking = await renewed(test, site, plan);
    expect(lacking.failures).toEqual([]);
    const { failures } = await renewed(test, site, plan, { values: { ...stored, [key]: "Krmx-77" } });
    expect(failures).toEqual([undefined]);
  });

  test("keys of a keypad are found by the characters of the value, and the plan has none of them", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const site = await foreignSite(
      behind(keypad, (body) => body.get("pin") === "4711"),
      onTestFinished,
    );
    const values = { username: user.username, pin: "4711" };
    const show = async (person: Person): Promise<void> => {
      await person.click("#go");
      await person.type(user.username, "[name=u]");
      for (const at of [4, 2, 3, 3]) await person.click(`button:nth-of-type(${at})`);
      await person.click("#send");
    };
    const { plan } = await shown(test, site, show, { values });
    expect(names(plan)).toContain('press the keys of the value "pin" on /form');
    expect(JSON.stringify(plan.steps.find((step) => step.do === "keys"))).not.toMatch(/[1-9]\b(?!\d*\/)/);
    expect((await renewed(test, site, plan, { values })).failures).toEqual([undefined]);
    // Without the value, the digits could be a one-time code: they are asked for, and not stored.
    const { plan: unknown, result } = await shown(test, site, show, { values: { username: user.username } });
    expect(result.values).toEqual({});
    expect((await renewed(test, site, unknown, { values: { username: user.username } })).failures).toEqual([]);
    expect((await renewed(test, site, unknown, { values })).failures).toEqual([undefined]);
  });

  test("a choice, a box to check and a value that the website refused at first are part of the plan", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const choices = `<h1>Trfk</h1>${["Alpha", "Beta", "Gamma"].map((each) => `<div class="c" style="cursor: pointer" onclick="location.href = '/form?${each}'">${each}</div>`).join("")}`;
    const content = nameless
      .replace('<div id="send"', `<label><input type="checkbox" name="ok"> Yrp</label><div id="send"`)
      .replace(`"u", "pw"`, `"u", "pw", "ok"`)
      .replace("{ value }", "{ value, checked }")
      .replace("value, type", `value: value === "on" ? checked : value, type`)
      .replace(
        "document.body.append",
        "form.append(Object.assign(document.createElement('input'), { name: 'at', value: location.search, type: 'hidden' })); document.body.append",
      );
    const isRight = (body: URLSearchParams): boolean =>
      isPassword(body) && body.get("at") === "?Beta" && body.get("ok") === "true" && body.get("c") === user.username;
    const site = await foreignSite(
      behind(
        () => content,
        isRight,
        () => choices,
      ),
      onTestFinished,
    );
    const { plan } = await shown(test, site, async (person) => {
      await person.click(".c:nth-of-type(2)");
      await person.type(user.username, "div:nth-child(1) > input");
      await person.type(user.username, "div:nth-child(2) > input");
      await person.type("wrong", "[type=password]");
      await person.click("#send");
      await person.sees(".c");
      await person.click(".c:nth-of-type(2)");
      await person.type(user.username, "div:nth-child(1) > input");
      await person.type(user.username, "div:nth-child(2) > input");
      await person.type(user.password, "[type=password]");
      await person.click("label");
      await person.click("#send");
    });
    expect(names(plan)).toEqual([
      'press "Beta" on /',
      expect.stringContaining('type the value "username"'),
      expect.stringContaining('type the value "username"'),
      expect.stringContaining('type the value "password"'),
      'check "Yrp" on /form',
      'press "Vrmp" on /form',
    ]);
    expect((await renewed(test, site, plan)).failures).toEqual([undefined]);
  });

  test("a login in a popup, and one in a frame, are shown and renewed", async ({ browser, expect, onTestFinished }) => {
    const test = { browser, expect };
    for (const [open, frame] of [
      ["open('/form', 'login', 'width=400,height=300')", ""],
      ["document.querySelector('iframe').src = '/form'", `<iframe width="500" height="400"></iframe>`],
    ] as const) {
      const first = `<h1>Trfk</h1><div id="go" style="cursor: pointer" onclick="${open}">Grmpf</div>${frame}`;
      const kind = behind(
        () => nameless,
        isPassword,
        () => first,
      );
      const site = await foreignSite((visit) => {
        if (visit.path !== "/in") return kind(visit);
        return isPassword(visit.body) ? visit.redirect("/done", [visit.session()]) : visit.redirect("/form");
      }, onTestFinished);
      const within = frame === "" ? "" : "iframe >> ";
      const { plan } = await shown(test, site, async (person) => {
        await person.click("#go");
        await person.type(user.username, `${within}div:nth-child(1) > input`);
        await person.type(user.username, `${within}div:nth-child(2) > input`);
        await person.type(user.password, `${within}[type=password]`);
        await person.click(`${within}#send`);
      });
      expect(plan.steps.some((step) => step.frame !== undefined)).toBe(frame !== "");
      expect((await renewed(test, site, plan)).failures).toEqual([undefined]);
    }
  });
});

describe("a plan of a website that has changed", () => {
  const other = `<form method="post" action="/other"><div><input></div></form>`;

  test("a plan fails at the step whose control is not what it was, and types nothing from there on", async ({
    browser,
    expect,
    onTestFinished,
  }) => {
    const test = { browser, expect };
    const named = nameless
      .replace("<div><input></div><div><input></div>", `<div><input name="a"></div><div><input name="b"></div>`)
      .replace(`type="password"`, `type="password" name="d"`);
    let [content, first] = [named, start];
    const site = await foreignSite(
      behind(
        () => content,
        isPassword,
        () => first,
      ),
      onTestFinished,
    );
    const { plan } = await shown(test, site, async (person) => {
      await person.click("#go");
      await person.type(user.username, "[name=a]");
      await person.type(user.username, "[name=b]");
      await person.type(user.password, "[name=d]");
      await person.click("#send");
    });
    const userLength = user.username.length;
    for (const [what, change, step, characters] of [
      ["a name", () => (content = named.replace(`name="a"`, `name="e"`)), 2, 0],
      [
        "another form",
        () =>
          (content =
            named.replace(`<div><input name="a"></div>`, "<div></div>") + other.replace("<input>", `<input name="a">`)),
        2,
        0,
      ],
      ["two of it", () => (content = `${named}<input name="b">`), 3, userLength],
      [
        "a text in place of the password",
        () => (content = named.replace(`type="password" name`, "name")),
        4,
        2 * userLength,
      ],
      ["another page", () => (content = "<h1>Frdl</h1>"), 2, 0],
      ["another way", () => (first = start.replace("/form", "/elsewhere")), 2, 0],
    ] as const) {
      [content, first] = [named, start];
      change();
      typed = 0;
      const received = site.received();
      const { failures, result } = await renewed(test, site, plan);
      expect(result, what).toBeUndefined();
      expect(failures, what).toMatchObject([{ step, why: expect.stringMatching(/^the page (?:is|has)/) }]);
      expect([typed, site.received()], what).toEqual([characters, received]);
    }
  });

  test("a plan enters nothing where values are not allowed", async ({ browser, expect, onTestFinished }) => {
    const test = { browser, expect };
    const site = await foreignSite(
      behind(() => nameless, isPassword),
      onTestFinished,
    );
    const { plan } = await shown(test, site, async (person) => {
      await person.click("#go");
      await person.type(user.username, "div:nth-child(1) > input");
      await person.type(user.password, "[type=password]");
      await person.click("#send");
    });
    typed = 0;
    const { failures } = await renewed(test, site, plan, { isAllowed: (origin) => !origin.includes("localhost") });
    expect(failures).toMatchObject([{ step: 1, why: "the control is not on an allowed domain" }]);
    expect(typed).toBe(0);
  });
});

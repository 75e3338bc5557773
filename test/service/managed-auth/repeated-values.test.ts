import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { code, given, name, repeatingSite, secretsIn, values } from "../login/support/repeating-site.ts";
import { filesBelow } from "./support/files-below.ts";
import { ManagedAuth, valuesFor } from "./support/managed-auth.ts";

test("nothing that a website repeats from a login is in its records, its events, the log or a file", async () => {
  const site = await repeatingSite(onTestFinished);
  const auth = await ManagedAuth.start({ keepDir: true });
  onTestFinished(() => rm(auth.service.stateDir, { recursive: true, force: true }));
  const credential = { name: await auth.credential(values) };
  const { id } = await auth.connection("/", { credential, login_url: site.url });
  await auth.login(id);

  const refused = await auth.asked(id);
  expect(refused.website_error).toBe("Incorrect password [username] [password] ([username]%20[password])");
  const [user] = refused.fields;
  expect(user).toMatchObject({ label: "Value [username] [password]", hint: "as [username] [password]" });
  await auth.submit(id, valuesFor(refused, { identifier: name, password: given }));
  const second = await auth.when(id, ({ fields }) => fields?.some(({ type }: { type: string }) => type === "code"));
  await auth.submit(id, valuesFor(second, { code }));

  const record = await auth.over(id);
  expect(record).toMatchObject({ flow_status: "SUCCESS", post_login_url: `${site.url}in/box` });
  // The checks of the page after the login sent no value again.
  expect(site.received(given)).toBe(3);
  expect(await auth.check(id)).toMatchObject({ result: "logged-in" });
  expect(site.received(given)).toBe(3);

  const origins = await auth.ok("GET", `/_local/auth/connections/${id}/origins`);
  expect(origins[0].sent_to[0].fields).toEqual(["user", "pwd", "otp [username] [password]"]);
  const shown = JSON.stringify([refused, second, record, await auth.timeline(id), origins]);
  expect(secretsIn(shown)).toEqual([]);
  await auth.stop();
  const written = [...filesBelow(auth.service.stateDir), Buffer.from(auth.service.log.join("\n"))];
  expect(written.flatMap((content) => secretsIn(content))).toEqual([]);
});

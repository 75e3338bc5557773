import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { freePort } from "../support/place.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A form of scripts that keep the password in the browser, and send it with each request. */
export const rabbitMq: WebApplication = {
  name: "RabbitMQ",
  kind: "Erlang, page of scripts that keeps the password",
  path: "/",
  values: user,
  refusal: /Login failed|Not_Authorized/,
  logOut: `(() => {
    localStorage.clear();
    for (const name of ["m", "auth"]) document.cookie = name + "=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/";
  })()`,
  start: async (place) => {
    const { directory, port } = place;
    await ensureDebianPackage("rabbitmq-server", "/usr/lib/rabbitmq/bin/rabbitmq-server");
    const settings = [
      "listeners.tcp = none",
      "management.tcp.ip = 127.0.0.1",
      `management.tcp.port = ${port}`,
      `default_user = ${user.username}`,
      `default_pass = ${user.password}`,
      "default_user_tags.administrator = true",
    ];
    await writeFile(join(directory, "rabbitmq.conf"), `${settings.join("\n")}\n`);
    await writeFile(join(directory, "plugins"), "[rabbitmq_management].\n");
    const env = {
      RABBITMQ_CONFIG_FILE: join(directory, "rabbitmq.conf"),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(directory, "plugins"),
      RABBITMQ_MNESIA_BASE: join(directory, "mnesia"),
      RABBITMQ_LOG_BASE: join(directory, "log"),
      RABBITMQ_NODENAME: "corpus@localhost",
      RABBITMQ_DIST_PORT: String(await freePort()),
      ERL_EPMD_PORT: String(await freePort()),
      ERL_EPMD_ADDRESS: "127.0.0.1",
    };
    place.spawn("/usr/lib/rabbitmq/bin/rabbitmq-server", [], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=username]", user.username);
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("#logout");
  },
};

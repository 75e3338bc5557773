import type { OperationById, OperationId } from "../../src/contract/index.ts";
import type { ResultOf } from "../../src/contract/operation.ts";
import type { KernelClient } from "./support/sdk-client.ts";

/**
 * Operations whose answers have a type in the hosted service's npm client, by the method of that client. The compiler
 * compares them: what this service answers must be what that client's types promise.
 */
interface Methods {
  "deployments.create": "deployments.create";
  "deployments.retrieve": "deployments.get";
  "deployments.list": "deployments.list";
  "apps.list": "apps.list";
  "invocations.create": "invocations.create";
  "invocations.retrieve": "invocations.get";
  "invocations.update": "invocations.update";
  "invocations.list": "invocations.list";
  "invocations.listBrowsers": "invocations.browsers";
  "browsers.create": "browsers.create";
  "browsers.retrieve": "browsers.get";
  "browsers.update": "browsers.update";
  "browsers.list": "browsers.list";
  "browsers.curl": "browsers.curl";
  "browsers.telemetry.events": "telemetry.list";
  "browsers.replays.list": "replays.list";
  "browsers.replays.start": "replays.start";
  "browsers.fs.fileInfo": "fs.fileInfo";
  "browsers.fs.listFiles": "fs.listFiles";
  "browsers.fs.watch.start": "fs.watch";
  "browsers.process.exec": "process.exec";
  "browsers.process.kill": "process.kill";
  "browsers.process.resize": "process.resize";
  "browsers.process.spawn": "process.spawn";
  "browsers.process.status": "process.status";
  "browsers.process.stdin": "process.stdin";
  "browsers.computer.getMousePosition": "computer.mousePosition";
  "browsers.computer.readClipboard": "computer.clipboardRead";
  "browsers.computer.setCursorVisibility": "computer.cursor";
  "browsers.playwright.execute": "playwright.execute";
  "profiles.create": "profiles.create";
  "profiles.retrieve": "profiles.get";
  "profiles.update": "profiles.update";
  "profiles.list": "profiles.list";
  "auth.connections.create": "authConnections.create";
  "auth.connections.retrieve": "authConnections.get";
  "auth.connections.update": "authConnections.update";
  "auth.connections.list": "authConnections.list";
  "auth.connections.login": "authConnections.login";
  "auth.connections.submit": "authConnections.submit";
  "auth.connections.timeline": "authConnections.timeline";
  "proxies.create": "proxies.create";
  "proxies.retrieve": "proxies.get";
  "proxies.update": "proxies.update";
  "proxies.list": "proxies.list";
  "proxies.check": "proxies.check";
  "extensions.list": "extensions.list";
  "extensions.get": "extensions.get";
  "extensions.upload": "extensions.upload";
  "browserPools.create": "pools.create";
  "browserPools.retrieve": "pools.get";
  "browserPools.update": "pools.update";
  "browserPools.list": "pools.list";
  "browserPools.acquire": "pools.acquire";
  "credentials.create": "credentials.create";
  "credentials.retrieve": "credentials.get";
  "credentials.update": "credentials.update";
  "credentials.list": "credentials.list";
  "credentials.totpCode": "credentials.totpCode";
  "projects.create": "projects.create";
  "projects.retrieve": "projects.get";
  "projects.update": "projects.update";
  "projects.list": "projects.list";
  "projects.limits.retrieve": "projects.limits";
  "projects.limits.update": "projects.updateLimits";
  "organization.limits.retrieve": "org.limits";
  "organization.limits.update": "org.updateLimits";
  "auditLogs.list": "auditLogs.list";
  "apiKeys.create": "apiKeys.create";
  "apiKeys.retrieve": "apiKeys.get";
  "apiKeys.update": "apiKeys.update";
  "apiKeys.list": "apiKeys.list";
  "apiKeys.rotate": "apiKeys.rotate";
}

type At<Value, Path extends string> = Path extends `${infer Word}.${infer Rest}`
  ? Word extends keyof Value
    ? At<Value[Word], Rest>
    : never
  : Path extends keyof Value
    ? Value[Path]
    : never;

type Answer<Method> = Method extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** Value of an answer; the items of a page of a list. */
type Theirs<Name extends string> =
  Answer<At<KernelClient, Name>> extends { getPaginatedItems(): infer Items } ? Items : Answer<At<KernelClient, Name>>;

/**
 * A type without `readonly`, which declarations have and the client's types lack, and without the known differences:
 *
 * - `webdriver_ws_url`: Chromium has no such server; hosted sessions have the address.
 * - `can_reauth_reason`: `requires_customer_input` is newer than this version of the client.
 * - `headers` of a `curl` answer: a header that came once is one text, as the API's document says.
 * - limits of an organization: null where there is none.
 */
type Compared<Value> = Value extends readonly (infer Item)[]
  ? Compared<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]: ComparedMember<Name, Value[Name]> } & Address<Value>
    : Value;

type ComparedMember<Name, Member> = Name extends "can_reauth_reason"
  ? Exclude<Member, "requires_customer_input">
  : Name extends "headers"
    ? Record<string, string[]>
    : Name extends "max_concurrent_sessions" | "default_project_max_concurrent_sessions" | "max_auth_connections"
      ? NonNullable<Member>
      : Compared<Member>;

type Address<Value> = Value extends { readonly cdp_ws_url: string } ? { webdriver_ws_url: string } : unknown;

type Ours<Id> = Id extends OperationId ? Compared<Exclude<ResultOf<OperationById<Id>>, undefined>> : never;

/** Methods whose type an answer of this service does not have. */
type Different = {
  [Name in keyof Methods]: [Ours<Methods[Name]>] extends [Theirs<Name>] ? never : Name;
}[keyof Methods];

/** The compiler names the methods that differ. */
export const same: Different extends never ? true : Different = true;

import { readFileSync } from "node:fs";
import { suggestion } from "../../../../cli/route/suggest.ts";
import { ownVariables, readVariables } from "../../../../core/variables.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, failureOf, note, ok, warning } from "../finding.ts";

/** Variables of this program that users set. */
const documented: readonly string[] = readVariables
  .flatMap(([names]) => names.split(", "))
  .filter((name) => name.startsWith("BROWSERCTL_"));

/** Variables that are invalid, misspelt, or override a stored value. */
export function environmentCheck(facts: Facts): Check {
  return {
    area: "environment",
    title: "environment",
    id: "environment.variables",
    run: async () => {
      const found = [...wrong(facts), ...misspelt(facts), ...shadowing(facts), ...certificates(facts)];
      return found.length > 0
        ? found
        : [ok("environment.variables", "no variable is wrong or overrides a stored value")];
    },
  };
}

function wrong({ settings: { failures } }: Facts): Finding[] {
  return failures
    .filter(({ about }) => about === "environment")
    .map(({ error }) => {
      const finding = failureOf("environment.value", error);
      return { ...finding, fix: finding.fix ?? "browserctl help environment" };
    });
}

function misspelt({ env, settings: { settings } }: Facts): Finding[] {
  const stores = Object.values(settings.contexts).map(({ token_store }) =>
    token_store?.kind === "env" ? token_store.variable : "",
  );
  const read = new Set([...ownVariables, ...stores]);
  const names = Object.keys(env).filter((name) => env[name] !== undefined && !read.has(name));
  return names.flatMap((name): Finding[] => {
    const meant = meantVariable(name);
    if (meant !== undefined)
      return [warning("environment.misspelt", `nothing reads ${name}; did you mean ${meant}?`, `unset ${name}`)];
    if (!/^BROWSERCTL_/i.test(name)) return [];
    return [note("environment.unknown", `${name} is none of this program's variables`, "browserctl help environment")];
  });
}

/** The variable nearest to a name like `BROWSERCTL_TOKN` or `BROWSERCTRL_TOKEN`; undefined if none is near. */
export function meantVariable(name: string): string | undefined {
  const [, last] = /^BROWSERS?_?(?:CTL|CTRL|CLT|CONTROL)_?(.+)$/i.exec(name) ?? [];
  if (last === undefined) return undefined;
  const prefix = "BROWSERCTL_";
  const known = documented.map((each) => each.slice(prefix.length));
  const wanted = last.toUpperCase();
  const meant = known.includes(wanted) ? wanted : suggestion(wanted, known);
  return meant === undefined ? undefined : `${prefix}${meant}`;
}

function shadowing({ settings: { resolved } }: Facts): Finding[] {
  const { base_url, context, project, token } = resolved;
  return Object.entries({ context, "base URL": base_url, project, token }).flatMap(
    ([what, { from, shadowed, source }]) => {
      const [hidden] = shadowed;
      if (source !== "environment" || hidden === undefined || hidden.source === "default") return [];
      const found = `${from} overrides the ${what} of ${hidden.from}`;
      return what === "token" || what === "base URL"
        ? [warning("environment.shadow", found, `unset ${from}, if the stored one is meant`)]
        : [note("environment.shadow", found)];
    },
  );
}

/** Variables of Node and OpenSSL about certificates. */
function certificates({ env }: Facts): Finding[] {
  const findings: Finding[] = [];
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    const found = "NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, so that a token can be intercepted";
    findings.push(warning("environment.tls", found, "unset NODE_TLS_REJECT_UNAUTHORIZED"));
  }
  const unreadable = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].filter((name) => env[name] && !isPem(env[name]));
  for (const name of unreadable) {
    const found = `${name} names "${env[name]}", which cannot be read or holds no certificate`;
    const fix = `correct or unset ${name}`;
    // Node only warns about its own variable.
    findings.push(
      name === "SSL_CERT_FILE"
        ? failure("environment.certificates", "local-file", found, fix)
        : warning("environment.certificates", found, fix),
    );
  }
  return findings;
}

function isPem(path: string | undefined): boolean {
  try {
    return readFileSync(path ?? "", "utf8").includes("CERTIFICATE-----");
  } catch {
    return false;
  }
}

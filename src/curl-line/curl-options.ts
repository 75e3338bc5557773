import { CliError } from "../core/errors.ts";

/** Effect of an option: a part of the request, nothing, or a note. */
type Effect =
  | "request"
  | "header"
  | "data"
  | "data-raw"
  | "data-binary"
  | "json"
  | "data-urlencode"
  | "form"
  | "form-string"
  | "get"
  | "head"
  | "url"
  | "max-time"
  | "upload-file"
  | "output"
  | "user-agent"
  | "ignored"
  | { readonly note: string };

interface Option {
  readonly names: readonly string[];
  readonly value: boolean;
  readonly effect: Effect;
}

const credentials = "is left out: the token of the context is used";
const network = "is left out: set HTTPS_PROXY, or NODE_EXTRA_CA_CERTS for certificates";

function option(names: string, value: boolean, effect: Effect): Option {
  return { names: names.split(" "), value, effect };
}

const options: readonly Option[] = [
  option("-X --request", true, "request"),
  option("-H --header", true, "header"),
  option("-d --data --data-ascii", true, "data"),
  option("--data-raw", true, "data-raw"),
  option("--data-binary", true, "data-binary"),
  option("--json", true, "json"),
  option("--data-urlencode", true, "data-urlencode"),
  option("-F --form", true, "form"),
  option("--form-string", true, "form-string"),
  option("-G --get", false, "get"),
  option("-I --head", false, "head"),
  option("--url", true, "url"),
  option("-m --max-time", true, "max-time"),
  option("-T --upload-file", true, "upload-file"),
  option("-o --output", true, "output"),
  option("-A --user-agent", true, "user-agent"),
  option("-u --user", true, { note: credentials }),
  option("--oauth2-bearer", true, { note: credentials }),
  option("-b --cookie", true, { note: "is left out: the service reads no cookies" }),
  option("-x --proxy", true, { note: network }),
  option("-k --insecure", false, { note: network }),
  option("--cacert", true, { note: network }),
  option("-w --write-out", true, { note: "is left out: -o and --query choose what is printed" }),
  option("--retry", true, { note: "is left out: calls are repeated where that is safe" }),
  option("--connect-timeout", true, { note: "is left out: --timeout limits the whole command" }),
  option("-i --include", false, { note: "is left out: api has --include" }),
  option("-v --verbose", false, { note: "is left out: --debug traces requests" }),
  ...["-L --location", "-s --silent", "-S --show-error", "-f --fail", "--fail-with-body", "--compressed"].map((names) =>
    option(names, false, "ignored"),
  ),
  ...["-g --globoff", "-N --no-buffer", "-# --progress-bar", "--http1.1", "--http2", "-q --disable"].map((names) =>
    option(names, false, "ignored"),
  ),
];

const byName = new Map(options.flatMap((each) => each.names.map((name) => [name, each] as const)));

/** An option as it was given; `name` is the form that was typed. */
export interface GivenOption {
  readonly name: string;
  readonly effect: Effect;
  readonly value: string;
}

/** Options and addresses of a curl command. Exit 2 for an option that is not known, or without its value. */
export function curlOptions(words: readonly string[]): { options: GivenOption[]; addresses: string[] } {
  const given: GivenOption[] = [];
  const addresses: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const next = (name: string): string => {
      at += 1;
      const value = words[at];
      if (value === undefined) throw new CliError("usage", `curl: ${name} needs a value`);
      return value;
    };
    if (word === "--") return { options: given, addresses: [...addresses, ...words.slice(at + 1)] };
    if (word.startsWith("--")) {
      const [name = "", value] = word.split(/=(.*)/s);
      const known = requireOption(name);
      if (!known.value && value !== undefined) throw new CliError("usage", `curl: ${name} takes no value`);
      given.push({ name, effect: known.effect, value: known.value ? (value ?? next(name)) : "" });
    } else if (word.startsWith("-") && word !== "-") given.push(...shortOptions(word, next));
    else addresses.push(word);
  }
  return { options: given, addresses };
}

/** Options of a group such as `-sSL` or `-XPOST`. */
function shortOptions(word: string, next: (name: string) => string): GivenOption[] {
  const given: GivenOption[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word.charAt(at)}`;
    const { effect, value } = requireOption(name);
    const rest = word.slice(at + 1);
    given.push({ name, effect, value: value ? rest || next(name) : "" });
    if (value) break;
  }
  return given;
}

function requireOption(name: string): Option {
  const known = byName.get(name);
  if (known) return known;
  throw new CliError("usage", `curl: the option ${name} is not known here`, {
    code: "curl_option",
    hint: "take it out where the request does not depend on it",
  });
}

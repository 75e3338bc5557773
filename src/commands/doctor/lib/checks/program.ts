import { existsSync } from "node:fs";
import { packageFile } from "../../../../core/package-file.ts";
import { version } from "../../../../core/version.ts";
import { type Check, type Finding, failure, note, ok } from "../finding.ts";

/** Oldest Node that runs this program; the launcher refuses an older one. */
const OLDEST_NODE = 24;
/** First Node version with support for proxies. */
const PROXY_NODE = [24, 14] as const;

/** Files of the installed package beside the program itself, which commands load when they need them. */
export const packageFiles: readonly string[] = [
  "bin/browserctl.js",
  "dist/main.cjs",
  "dist/compile-cache.cjs",
  "dist/complete.cjs",
  "dist/app-runner.mjs",
  "dist/playwright-runner.cjs",
  "dist/repl-runner.cjs",
  "dist/keychain-runner.cjs",
  "dist/app.js",
  "dist/app.d.ts",
  "dist/live-view",
  "dist/hosted-login",
  "completions/browserctl.bash",
  "completions/_browserctl",
  "completions/browserctl.fish",
  "completions/browserctl.ps1",
];

/** Node, the platform, and the files of this program. */
export const programCheck: Check = {
  area: "program",
  title: "program",
  id: "program.files",
  run: async () => [
    nodeFinding(process.versions.node),
    platformFinding(process.platform, process.arch),
    filesFinding(),
  ],
};

/** Finding about a version of Node. */
export function nodeFinding(node: string): Finding {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major < OLDEST_NODE)
    return failure("program.node", "failed", `Node ${node}; ${OLDEST_NODE} or later is needed`, "install a later Node");
  const [proxyMajor, proxyMinor] = PROXY_NODE;
  if (major === proxyMajor && minor < proxyMinor)
    return note("program.node", `Node ${node}; proxies need ${PROXY_NODE.join(".")} or later`, "install a later Node");
  return ok("program.node", `Node ${node}`);
}

/** Finding about an operating system. */
export function platformFinding(platform: NodeJS.Platform, arch: string): Finding {
  if (platform === "linux") return ok("program.platform", `Linux, ${arch}`);
  const name = { darwin: "macOS", win32: "Windows" }[platform as string] ?? platform;
  return note("program.platform", `${name}, ${arch}: supported in code, not tested; sessions have no container there`);
}

function filesFinding(): Finding {
  const missing = packageFiles.filter((path) => !existsSync(packageFile(path)));
  if (missing.length === 0) return ok("program.files", `browserctl ${version}, complete`);
  const fix = existsSync(packageFile("src")) ? "npm run build" : "install browserctl again";
  return failure("program.files", "failed", `browserctl ${version} is incomplete: no ${missing.join(", no ")}`, fix);
}

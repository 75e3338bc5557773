import { spawn } from "node:child_process";
import { once } from "node:events";
import { Server } from "node:net";
import { text } from "node:stream/consumers";
import { ChromiumStartError } from "../chromium/chromium-process.ts";
import type { ContainerFacts } from "./container-probe.ts";

/** Network of a browser that has no way out but a server of the service. */
export interface PrivateNetwork {
  /** Port on 127.0.0.1 in that network. */
  readonly port: number;
  /** Takes the server that listens on the port; called at each start of the browser, before it runs. */
  serve(server: Server): void;
}

/** Arguments of bubblewrap for a network that has a loopback interface only, and for the right to change it. */
export const privateNetworkArguments: readonly string[] = ["--unshare-net", "--cap-add", "CAP_NET_ADMIN"];
/**
 * Script inside that adds an interface without a way anywhere, where the system has the means: otherwise pages read in
 * `navigator.onLine` that they are offline.
 *
 * The interface gets no IPv6 address. The system would check one for about a second; at the end of that, Chromium gives
 * up each connection that is being made (`ERR_NETWORK_CHANGED`).
 */
export const privateNetworkScript = `{
  for type in dummy bridge; do ip link add net0 type $type && break; done
  ip link set net0 addrgenmode none
  ip addr add 192.0.2.1/32 dev net0 && ip link set net0 up
} >/dev/null 2>&1; `;

const START_BOUND_MS = 20_000;
/** A socket stays in the network in which it was made, whichever process has it. */
const LISTEN = `const server = require("node:net").createServer();
server.once("error", ({ message }) => process.stderr.write(message, () => process.exit(1)));
server.listen(Number(process.argv[1]), "127.0.0.1", () => process.send("server", server, () => process.exit()));`;

/**
 * Server that listens in the network of a process. A helper makes it there and hands it over; only this process accepts its
 * connections. Throws a {@link ChromiumStartError} with the reason when the network cannot be entered.
 *
 * @param pid process id on the machine
 */
export async function listenInNetworkOf(
  pid: number,
  port: number,
  { enterPrograms, node }: Pick<ContainerFacts, "enterPrograms" | "node">,
): Promise<Server> {
  if (!enterPrograms) throw new Error("nsenter is not installed");
  const asRoot = process.getuid?.() === 0;
  const spaces = [
    `--net=/proc/${pid}/ns/net`,
    ...(asRoot ? [] : [`--user=/proc/${pid}/ns/user`, "--preserve-credentials"]),
  ];
  const child = spawn(enterPrograms.nsenter, [...spaces, "--", node, "-e", LISTEN, String(port)], {
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = once(child, "exit");
  ended.catch(() => {});
  const stderr = child.stderr ? text(child.stderr).catch(() => "") : Promise.resolve("");
  try {
    const signal = AbortSignal.timeout(START_BOUND_MS);
    const given = once(child, "message", { signal }) as Promise<[unknown, unknown]>;
    const gone = ended.then(async () => {
      throw new Error((await stderr).trim() || "the helper ended without a server");
    });
    const [, server] = await Promise.race([given, gone]);
    if (!(server instanceof Server)) throw new Error("the helper has sent no server");
    return server;
  } catch (error) {
    throw new ChromiumStartError("ended", `the browser's network cannot be entered: ${(error as Error).message}`);
  } finally {
    child.kill("SIGKILL");
  }
}

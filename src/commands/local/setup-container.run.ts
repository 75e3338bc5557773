import type { CommandContext } from "../../cli/context.ts";
import { progress } from "../../cli/progress.ts";

/** Whether processes of sessions run in a container here, and why not. */
export interface ContainerReport {
  available: boolean;
  reason?: string;
}

/**
 * Looks whether bubblewrap is there and works; on Linux it is installed where that asks no question. Processes run
 * without a container too: what is missing is said, and is no failure.
 */
export async function setUpContainer(context: CommandContext): Promise<ContainerReport> {
  const { io, flags, lifetime } = context;
  const first = await probe(context);
  if (first.available || first.installed || flags["check"] === true) return report(context, first);
  const { InstallError, installPackage } = await import("../../service/chromium/install.ts");
  const options = { env: io.env as NodeJS.ProcessEnv, log: (line: string) => io.note(line), signal: lifetime.signal };
  try {
    await progress(io, "Installing bubblewrap", () => installPackage("bubblewrap", options));
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    return report(context, { ...first, reason: error.message });
  }
  return report(context, await probe(context));
}

interface Probe extends ContainerReport {
  /** Whether the program is there, working or not. */
  installed: boolean;
}

async function probe({ io, resolved, lifetime }: CommandContext): Promise<Probe> {
  const { findBubblewrap, probeContainer } = await import("../../service/processes/container-probe.ts");
  lifetime.signal.throwIfAborted();
  const { available, reason } = await probeContainer({
    env: io.env,
    stateDir: resolved.state_dir.value,
    log: () => {},
  });
  return { available, installed: findBubblewrap(io.env) !== undefined, ...(reason !== undefined && { reason }) };
}

function report({ io }: CommandContext, { available, reason }: ContainerReport): ContainerReport {
  if (!available) io.note(`note: processes of sessions run without a container: ${reason}`);
  return { available, ...(reason !== undefined && { reason }) };
}

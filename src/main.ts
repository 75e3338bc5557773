import { reportError } from "./cli/output/report.ts";
import { beforeDashes, wantsJson } from "./cli/output/wants-json.ts";
import { route } from "./cli/route/route.ts";
import { groups } from "./commands/groups.ts";
import { Lifetime, listenToSignals } from "./core/abort.ts";
import { InterruptedError } from "./core/errors.ts";
import { exitCode } from "./core/exit-codes.ts";
import type { Io } from "./core/io.ts";
import { processIo } from "./core/io.ts";
import { version } from "./core/version.ts";
import { commandHeads } from "./generated/commands.ts";

/** Runs one command line and ends the process with its exit code. The only place that catches everything. */
export async function main(argv: readonly string[]): Promise<never> {
  const io = processIo();
  // Read here, so that it also applies to errors of the words and the settings.
  io.noColor = beforeDashes(argv).includes("--no-color");
  io.jsonErrors = wantsJson(argv, io.env);
  const lifetime = new Lifetime();
  io.interruption = lifetime.signal;
  io.leaveInterrupts = () =>
    lifetime.takeSignals((name) => {
      if (name !== "SIGINT") lifetime.abort(new InterruptedError(name));
    });
  const stopListening = listenToSignals(lifetime, (code) => process.exit(code));
  let ending: Promise<never> | undefined;
  /** Ends with the first error; later errors during the shutdown are ignored. */
  const fail = (error: unknown): Promise<never> => {
    ending ??= end(error, argv, io, lifetime).catch(() => process.exit(exitCode("bug")));
    return ending;
  };
  const onStray = (error: unknown): void => {
    if (!lifetime.failed(error)) void fail(error);
  };
  process.on("uncaughtException", onStray);
  process.on("unhandledRejection", onStray);
  try {
    const code = await run(argv, io, lifetime);
    await lifetime.finish();
    io.writeHeldNotes();
    stopListening();
    process.exit(code);
  } catch (error) {
    return fail(error);
  }
}

async function end(thrown: unknown, argv: readonly string[], io: Io, lifetime: Lifetime): Promise<never> {
  // An error that follows from an interruption is reported as the interruption.
  const error = lifetime.signal.aborted ? lifetime.signal.reason : thrown;
  await lifetime.finish();
  const code = await reportError(error, io, { debug: argv.includes("--debug") });
  process.exit(code);
}

async function run(argv: readonly string[], io: Io, lifetime: Lifetime): Promise<number> {
  if (argv[0] === "--version" || argv[0] === "-V") {
    await io.write(`${version}\n`);
    return exitCode("ok");
  }
  if (argv[0] === "help") {
    const { helpCommand, writePage } = await import("./cli/help/help-command.ts");
    await writePage(await helpCommand(argv.slice(1), commandHeads, groups), io);
    return exitCode("ok");
  }
  const where = route(argv, commandHeads);
  if (where.to === "command") {
    const { head, words } = where;
    const help = async (): Promise<void> => {
      const { commandHelp, writePage } = await import("./cli/help/help-command.ts");
      await writePage(await commandHelp(head, commandHeads, groups), io);
    };
    if (words.length === 1 && (words[0] === "--help" || words[0] === "-h")) {
      await help();
      return exitCode("ok");
    }
    const spec = await head.load();
    if (spec.fixedText && words.length === (spec.args?.length ?? 0) && words.every((word) => !word.startsWith("-"))) {
      await io.write((await spec.fixedText()).fixedText(words));
      return exitCode("ok");
    }
    const { runCommand } = await import("./cli/run/run-command.ts");
    return runCommand(spec, words, io, lifetime, { heads: commandHeads, help });
  }
  const [{ groupHelp, rootHelp, startPage }, { writePage }] = await Promise.all([
    import("./cli/help/help-groups.ts"),
    import("./cli/help/help-command.ts"),
  ]);
  const words = where.words.join(" ");
  const rootPage = argv.length === 0 ? startPage : rootHelp;
  await writePage(words === "" ? rootPage(commandHeads, groups) : groupHelp(words, commandHeads, groups), io);
  return exitCode("ok");
}

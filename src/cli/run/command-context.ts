import { silentTracer, type Tracer } from "../../client/silent-tracer.ts";
import { version } from "../../core/version.ts";
import { forgetCompletions } from "../../settings/forget-completions.ts";
import { refusePlainHttp, requireService, type Service } from "../../settings/require-service.ts";
import type { CommandContext } from "../declare/context.ts";
import { loadOperation } from "../declare/operations.ts";
import { placeOf } from "../output/place.ts";
import { showWaiting } from "../output/waiting.ts";
import { confirm } from "./confirm.ts";
import { TokenReader, type Tokens } from "./token-reader.ts";

/** The context without its functions. */
type Facts = Omit<CommandContext, "service" | "client" | "confirm" | "loadOperation" | "token">;

/** Token in a preview that does not show it: no store is asked for it. */
const UNREAD_TOKEN = "not-read";

/** Makes the context of a command's function. The client is loaded at its first use. */
export function commandContext(
  facts: Facts,
  tokens: Tokens = new TokenReader(facts.io, facts.lifetime),
): CommandContext {
  const { resolved, globals, io, lifetime, operation, recorder } = facts;
  const service = () => requireService(resolved, { insecureHttp: globals.insecureHttp });
  let placeShown = false;
  /**
   * Prints a notice before the first change in a context or project chosen by a directory file, unless a question has
   * named it.
   */
  const showPlace = (target: Service): void => {
    if (placeShown || target.chosenBy === undefined || !io.tty.stderr) return;
    placeShown = true;
    io.note(`note: acting in ${placeOf(target)}, chosen by ${target.chosenBy}`);
  };
  return {
    ...facts,
    loadOperation,
    service,
    token: (other = service()) => tokens.read(other),
    client: async ({ signal = lifetime.signal, service: given } = {}) => {
      const other = given ?? service();
      // Listing projects must work even if the project in the settings is gone.
      const unscoped = !given && operation?.unscoped && resolved.project.source !== "flag";
      refusePlainHttp(other.baseUrl, { insecureHttp: globals.insecureHttp });
      const unread = recorder !== undefined && !globals.showToken && typeof other.token === "object";
      const isShown = recorder !== undefined || globals.debug;
      const [{ ApiClient }, trace, token] = await Promise.all([
        import("../../client/call.ts"),
        requestTracer(facts),
        unread ? UNREAD_TOKEN : tokens.source(other, isShown && globals.showToken, signal),
      ]);
      return new ApiClient({
        baseUrl: other.baseUrl,
        token,
        listener: other.listener,
        renewToken: (refused) => tokens.renew(other, refused, signal),
        tokenFrom: other.tokenFrom,
        refusedHint: other.refusedHint,
        project: unscoped ? undefined : other.project,
        projectFrom: other.projectFrom,
        projectHint: other.projectHint,
        beforeChange: () => {
          showPlace(other);
          forgetCompletions(io.env);
        },
        local: other.kind === "local",
        version,
        env: io.env,
        signal,
        retryUnsafe: globals.retryUnsafe,
        trace,
        recorder,
        note: (text) => io.note(text),
        awaiting: () => showWaiting(io, other),
      });
    },
    confirm: async (question) => {
      await confirm(question, globals.yes, io, lifetime.signal);
      placeShown ||= !globals.yes;
    },
  };
}

async function requestTracer({ globals, io }: Facts): Promise<Tracer> {
  if (!globals.debug) return silentTracer;
  const { tracer } = await import("../../client/trace.ts");
  return tracer((line) => io.report(line), globals.showToken);
}

import { version } from "../core/version.ts";
import { refusePlainHttp, requireService } from "../settings/require-service.ts";
import { confirm } from "./confirm.ts";
import type { CommandContext } from "./context.ts";
import { loadOperation } from "./operations.ts";

/** The facts of a command; what it can do with them is added. */
type Facts = Omit<CommandContext, "service" | "client" | "confirm" | "loadOperation">;

/** What a command's function gets. The client is loaded when it is first asked for. */
export function commandContext(facts: Facts): CommandContext {
  const { resolved, globals, io, lifetime } = facts;
  const service = () => requireService(resolved, { insecureHttp: globals.insecureHttp });
  return {
    ...facts,
    loadOperation,
    service,
    client: async ({ signal = lifetime.signal, service: other = service() } = {}) => {
      refusePlainHttp(other.baseUrl, { insecureHttp: globals.insecureHttp });
      const [{ ApiClient }, { tracer }] = await Promise.all([
        import("../client/call.ts"),
        import("../client/trace.ts"),
      ]);
      return new ApiClient({
        baseUrl: other.baseUrl,
        token: other.token,
        project: other.project,
        local: other.kind === "local",
        version,
        env: io.env,
        signal,
        retryUnsafe: globals.retryUnsafe,
        trace: tracer(globals.debug ? (line) => io.report(line) : undefined),
        note: (text) => io.note(text),
      });
    },
    confirm: (question) => confirm(question, globals.yes, io, lifetime.signal),
  };
}

import type { Run } from "../../../cli/declare/body.ts";
import { safeName } from "../../../cli/transfer/stored-name.ts";
import type { replaysDownload } from "./download.ts";

/** Saves a recording as a video (contract 2.20). */
export const run: Run<typeof replaysDownload> = async ({ args, flags, request, save }) =>
  save("replays.download", request, {
    out: flags.out ?? `${safeName({ id: args.replay_id }, "replay")}.mp4`,
    force: flags.force,
    progress: flags.progress,
    binary: true,
    what: `recording ${args.replay_id}`,
    absence: "it still runs, or is being encoded",
  });

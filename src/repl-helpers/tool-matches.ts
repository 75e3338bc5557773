import { type CustomToolRecord, matchesPattern, type ToolMatch } from "./custom-tools.ts";
import type { Targets } from "./targets.ts";

/** Documents of a page, in frames too, whose addresses a tool names. */
export async function toolMatches(
  targets: Targets,
  topTargetId: string,
  { match }: Pick<CustomToolRecord, "match">,
): Promise<ToolMatch[]> {
  const page = await targets.session(topTargetId);
  const frames = await targets.framesBelow(page);
  return frames.flatMap(({ frameId, session, url }) =>
    matchesPattern(url, match.url_patterns)
      ? [
          {
            frame_id: frameId,
            session_id: session.id,
            target_id: session.targetId === frameId ? frameId : null,
            top_target_id: topTargetId,
            url,
          },
        ]
      : [],
  );
}

import type { Client } from "../../../support/browser/cdp-client.ts";

export interface Info {
  targetId: string;
  type: string;
  url: string;
  attached: boolean;
}

export interface Attached {
  sessionId: string;
  targetInfo: Info;
  waitingForDebugger: boolean;
}

export async function infos(client: Client): Promise<Info[]> {
  return (await client.send<{ targetInfos: Info[] }>("Target.getTargets")).targetInfos;
}

/** Names of the events about one target, with their value of `attached`. */
export function story(client: Client, targetId: string): string[] {
  return client.messages.flatMap(({ method, params }) => {
    const { targetInfo, targetId: id } = (params ?? {}) as { targetInfo?: Info; targetId?: string };
    if ((targetInfo?.targetId ?? id) !== targetId || !method) return [];
    return [`${method.replace("Target.", "")}${targetInfo ? ` ${targetInfo.attached}` : ""}`];
  });
}

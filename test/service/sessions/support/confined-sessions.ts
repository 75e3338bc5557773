import { ensureDebianPackage } from "../../../support/screen/debian-package.ts";
import { startService, type TestService } from "../../../support/service/service.ts";
import { closeClients, fileSite } from "./browser-client.ts";

/** A service whose browsers run in containers, and a site with downloads. */
export interface ConfinedSessions {
  service: TestService;
  /** Address of the site, with a slash at its end. */
  url: string;
  /** Ends service, site and all clients. */
  stop(): Promise<void>;
}

export async function confinedSessions(options: Parameters<typeof startService>[0] = {}): Promise<ConfinedSessions> {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const { site, url } = await fileSite();
  const service = await startService(options);
  return {
    service,
    url,
    stop: async () => {
      await closeClients();
      site.closeAllConnections();
      site.close();
      await service.stop();
    },
  };
}

import { createServer } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import { brokenService, jsonReply } from "../../../conformance/support/broken-service.ts";
import { onLoopback } from "../../../support/servers/loopback.ts";
import type { TestService } from "../../../support/service/service.ts";

/** An authorization server, and a service that accepts its tokens. */
export interface AuthorizedService {
  readonly provider: Provider;
  readonly issuer: string;
  /** Base URL of the service. */
  readonly url: string;
  /** Requests to the token endpoint, by their grant. */
  readonly grants: string[];
  /** Answers of the server are changed by this. */
  change: (path: string, body: Record<string, unknown>) => Record<string, unknown>;
  /** Authorization server that the service names; its own when omitted. */
  named?: string;
  /** Seconds for which an access token is valid. */
  lifetime: number;
}

/** Starts an authorization server (oidc-provider) and, with its metadata, a local service behind it. */
export async function authorizedService(service: TestService, own: Configuration = {}): Promise<AuthorizedService> {
  const started: { -readonly [Name in keyof AuthorizedService]?: AuthorizedService[Name] } = {
    grants: [],
    lifetime: 3_600,
  };
  const authorized = started as AuthorizedService;
  authorized.change = (_, body) => body;
  let callback: ReturnType<Provider["callback"]>;
  const server = createServer((request, response) => void callback(request, response));
  const { url: issuer } = await onLoopback(server);
  let resource = "";
  const provider = new Provider(issuer, {
    cookies: { keys: ["a key of the tests"] },
    pkce: { required: () => true },
    scopes: ["openid", "offline_access"],
    ttl: {
      AccessToken: () => authorized.lifetime,
      DeviceCode: 600,
      Session: 600,
      Grant: 600,
      Interaction: 600,
      IdToken: 600,
    },
    rotateRefreshToken: true,
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    ...own,
    features: {
      deviceFlow: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: "", accessTokenFormat: "opaque", accessTokenTTL: authorized.lifetime }),
        useGrantedResource: () => true,
      },
      ...own.features,
    },
  });
  provider.use(async (context, next) => {
    await next();
    const grant = (context["oidc"] as { params?: { grant_type?: string } } | undefined)?.params?.grant_type;
    if (context.path === "/token") authorized.grants.push(`${grant} ${context.status}`);
    if (typeof context.body === "object" && context.body !== null && !("pipe" in context.body))
      context.body = authorized.change(context.path, context.body as Record<string, unknown>);
  });
  callback = provider.callback();
  const front = await brokenService(service.baseUrl, {
    request: async (sent) => {
      if (sent.path === "/.well-known/oauth-protected-resource")
        return jsonReply(200, { resource, authorization_servers: [authorized.named ?? issuer] });
      const token = sent.headers["authorization"]?.replace(/^Bearer /, "") ?? "";
      if (!(await provider.AccessToken.find(token))) return jsonReply(401, { code: "unauthorized", message: "no" });
      return { ...sent, headers: { ...sent.headers, authorization: `Bearer ${service.token}` } };
    },
  });
  resource = front.url;
  return Object.assign(authorized, { provider, issuer, url: front.url });
}

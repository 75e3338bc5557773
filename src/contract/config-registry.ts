import Type, { type TSchema } from "typebox";
import { Viewport } from "./browser-schemas.ts";
import { closed, ErrorBody, paging, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";
import { proxyTypes } from "./proxies.ts";
import { PageAddress } from "./web-address.ts";

const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });

const analysisStates = ["running", "completed", "failed", "canceled", "expired"] as const;

/** Analysis of a website (contract 2.27). */
const SiteAnalysis = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(analysisStates),
    created_at: Timestamp("When it was requested"),
    expires_at: Type.Optional(Timestamp("When it expires if it still runs")),
    finished_at: orNull(Timestamp("Time"), "When it ended; null while it runs"),
    failure: orNull(ErrorBody, "Reason of an end without a result; null otherwise"),
  },
  { $id: "SiteAnalysis" },
);

/** Website of a recommendation (contract 2.27). */
const SiteTarget = Type.Object(
  {
    domain: Type.String({ description: "Registrable domain" }),
    host: Type.String({ description: "Host name" }),
    normalized: Type.String({ description: "Scheme, host, port and path that were looked up" }),
  },
  { $id: "SiteTarget" },
);

/** Settings of a browser and a proxy that reached a website (contract 2.27). */
const SiteRecommendation = Type.Object({
  type: Type.Literal("recommendation"),
  browser: Type.Object(
    {
      gpu: Type.Boolean(),
      headless: Type.Boolean(),
      stealth: Type.Boolean(),
      viewport: Type.Object(Viewport.properties),
    },
    { description: "Settings for browsers create" },
  ),
  proxy: Type.Union(
    [
      Type.Object({ mode: Type.Literal("direct") }),
      Type.Object({
        mode: Type.Literal("managed"),
        create: Type.Object(
          {
            type: Type.Enum(proxyTypes),
            name: Type.Optional(Type.String()),
            config: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          },
          { description: "Settings for proxies create; create it once and use its id" },
        ),
      }),
    ],
    { description: "No proxy, or one to create" },
  ),
  match_scope: Type.Enum(["exact", "host", "domain"], {
    description: "How closely the evidence matches the website",
  }),
  matched_target: Type.String({ description: "Website that the evidence is about" }),
  verification: Type.Optional(
    Type.Enum(["verified", "inferred"], { description: "Whether the evidence is about exactly this website" }),
  ),
  evidence: Type.Object({
    accessed: Type.Integer(),
    blocked: Type.Integer(),
    inconclusive: Type.Integer(),
    sample_size: Type.Integer({ description: "Trials with a result" }),
    run_count: Type.Integer(),
    success_rate: Type.Number({ minimum: 0, maximum: 1, description: "Share of those trials that got access" }),
    last_observed_at: Timestamp("When it was last tried"),
    last_verified_at: Type.Optional(orNull(Timestamp("Time"), "When it last worked often enough")),
    last_supported_at: Type.Optional(orNull(Timestamp("Time"), "When a run last supported it")),
  }),
});

/** Reason why there is no recommendation (contract 2.27). */
const NoRecommendation = Type.Object(
  {
    type: Type.Literal("no_recommendation"),
    code: Type.Enum(["proxy_restricted", "target_not_evaluable", "no_working_configuration", "inconclusive"]),
    message: Type.String(),
  },
  { $id: "NoRecommendation" },
);

const result = Type.Union([SiteRecommendation, NoRecommendation, Type.Null()], {
  description: "Recommendation, or why there is none; null while it is unknown",
});
const guidance = Type.Optional(
  orNull(Type.String(), "Advice in Markdown for finding the way on the website; not verified"),
);

/** State of a website: its analysis and what is recommended (contract 2.27). */
const SiteState = Type.Object(
  {
    target: SiteTarget,
    analysis: orNull(SiteAnalysis, "Analysis; null where none was started"),
    recommendation: result,
    guidance,
    workload_outcome: Type.Optional(
      orNull(
        Type.Enum(["completed", "turn_limit", "auth_required", "payment_required", "blocked", "error"]),
        "How far a run with the intent got",
      ),
    ),
  },
  { $id: "SiteState" },
);

const analysisExample = {
  id: "n3a7l1y5s9i2s6e0x4a8m1p5",
  status: "completed",
  created_at: "2026-03-01T09:30:00Z",
  finished_at: "2026-03-01T09:36:00Z",
  failure: null,
} as const;
const targetExample = {
  domain: "example.com",
  host: "shop.example.com",
  normalized: "https://shop.example.com/",
} as const;
const recommendationExample = {
  type: "recommendation",
  browser: { gpu: false, headless: false, stealth: true, viewport: { width: 1920, height: 1080 } },
  proxy: { mode: "managed", create: { type: "residential", config: { country: "US" } } },
  match_scope: "exact",
  matched_target: "https://shop.example.com/",
  verification: "verified",
  evidence: {
    accessed: 18,
    blocked: 2,
    inconclusive: 1,
    sample_size: 20,
    run_count: 3,
    success_rate: 0.9,
    last_observed_at: "2026-03-01T09:36:00Z",
    last_verified_at: "2026-03-01T09:36:00Z",
  },
} as const;
const stateExample = {
  target: targetExample,
  analysis: analysisExample,
  recommendation: recommendationExample,
} as const;

const url = PageAddress({ minLength: 1, description: "Public page of the website" });
const countries = Type.Optional(
  Type.Array(Text({ minLength: 1 }), {
    description: "Countries in which a proxy may be, as ISO 3166 codes; the service chooses when omitted",
  }),
);
const search = Type.Optional(Text({ description: "Part of a website's address; case-insensitive" }));
const analysisId = Type.Object({ id: Text({ minLength: 1, description: "Analysis id" }) });
const exampleParams = { id: analysisExample.id } as const;

/** assumed: 501, because an analysis needs proxies in many countries. */
const analysis = { unserved: "it has no proxies with which it could analyse websites" } as const;
/** assumed: what a machine has learned by itself is of use too; the logins and health checks are its trials. */
const own = { note: "knows what the logins and health checks of the project's auth connections have tried" } as const;

export const configRegistryOperations = [
  operation({
    id: "configRegistry.list",
    area: "config_registry",
    method: "GET",
    path: "/config-registry",
    summary: "List analysed websites with their recommendations",
    source: "contract 2.27, 0.8",
    query: Type.Object(
      {
        search,
        sort_by: Type.Optional(
          Type.Enum(["target", "analysis_status", "recommended_config", "last_requested_at", "success_rate"], {
            description: "Field that orders them",
          }),
        ),
        sort_order: Type.Optional(Type.Enum(["asc", "desc"], { description: "Direction of the order" })),
        ...paging,
      },
      closed,
    ),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(
        Type.Object(
          {
            target: Type.String({ description: "Website" }),
            analysis_id: Type.String({ description: "Its latest analysis" }),
            analysis_status: Type.Enum(analysisStates),
            last_requested_at: Timestamp("When an analysis was last requested"),
            recommendation: orNull(SiteRecommendation, "Recommendation; null for none"),
            recommended_config_label: orNull(Type.String(), "Short name of the recommendation"),
            success_rate: orNull(Type.Number(), "Share of trials that got access"),
          },
          { $id: "RecommendationSummary" },
        ),
      ),
    },
    errors: [],
    idempotent: true,
    paging: "offset",
    local: own,
    example: {
      query: { search: "shop", limit: 20 },
      result: [
        {
          target: "https://shop.example.com/",
          analysis_id: analysisExample.id,
          analysis_status: "completed",
          last_requested_at: "2026-03-01T09:30:00Z",
          recommendation: recommendationExample,
          recommended_config_label: "Stealth, residential US",
          success_rate: 0.9,
        },
      ],
    },
  }),
  operation({
    id: "configRegistry.lookup",
    area: "config_registry",
    method: "POST",
    path: "/config-registry/lookup",
    summary: "Show what is known to work with a website",
    description: "Changes nothing and starts no analysis.",
    source: "contract 2.27",
    body: Type.Object({ url, allowed_proxy_countries: countries }, closed),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object(
        {
          target: SiteTarget,
          recommendation: result,
          working_configurations: Type.Optional(
            Type.Array(SiteRecommendation, { description: "All that work, the recommended one first" }),
          ),
          guidance,
        },
        { $id: "SiteKnowledge" },
      ),
    },
    errors: [],
    idempotent: false,
    local: own,
    example: {
      body: { url: "https://shop.example.com/", allowed_proxy_countries: ["US"] },
      result: { target: targetExample, recommendation: recommendationExample },
    },
  }),
  operation({
    id: "configRegistry.resolve",
    area: "config_registry",
    method: "POST",
    path: "/config-registry/resolve",
    summary: "Find out what works with a website, by an analysis",
    description: "Starts an analysis, or another attempt; what is known so far is in the answer.",
    source: "contract 2.27",
    body: Type.Object(
      {
        url,
        allowed_proxy_countries: countries,
        intent: Type.Optional(
          Text({
            minLength: 1,
            description: "Purpose in a sentence or two, which the analysis tries out; only for https",
          }),
        ),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: SiteState },
    errors: [],
    idempotent: false,
    local: analysis,
    example: {
      body: { url: "https://shop.example.com/", intent: "Put a product into the cart" },
      result: {
        target: targetExample,
        analysis: { ...analysisExample, status: "running", finished_at: null },
        recommendation: null,
      },
    },
  }),
  operation({
    id: "configRegistry.listAnalyses",
    area: "config_registry",
    method: "GET",
    path: "/config-registry/analyses",
    summary: "List analyses of websites",
    description: "The newest first.",
    source: "contract 2.27, 0.8",
    query: Type.Object({ search, ...paging }, closed),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Array(Type.Object({ analysis: SiteAnalysis, target: SiteTarget }, { $id: "AnalysisSummary" })),
    },
    errors: [],
    idempotent: true,
    paging: "offset",
    local: analysis,
    example: { query: { search: "shop", limit: 20 }, result: [{ analysis: analysisExample, target: targetExample }] },
  }),
  operation({
    id: "configRegistry.getAnalysis",
    area: "config_registry",
    method: "GET",
    path: "/config-registry/analyses/{id}",
    summary: "Show an analysis and its result",
    source: "contract 2.27",
    params: analysisId,
    response: { kind: "json", status: 200, schema: SiteState },
    errors: [],
    idempotent: true,
    local: analysis,
    example: { params: exampleParams, result: stateExample },
  }),
  operation({
    id: "configRegistry.cancelAnalysis",
    area: "config_registry",
    method: "POST",
    path: "/config-registry/analyses/{id}/cancel",
    summary: "Cancel an analysis",
    description: "The analysis ends a little later; a second call changes nothing.",
    source: "contract 2.27",
    params: analysisId,
    response: { kind: "json", status: 200, schema: SiteState },
    errors: [],
    idempotent: false,
    local: analysis,
    example: {
      params: exampleParams,
      result: {
        target: targetExample,
        analysis: { ...analysisExample, status: "running", finished_at: null },
        recommendation: null,
      },
    },
  }),
] as const;

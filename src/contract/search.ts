import Type from "typebox";
import { closed, optional, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

/** Search providers (contract 2.29). */
export const searchProviders = [
  ...["brave", "exa", "perplexity", "context", "parallel", "valyu", "octen", "you", "tavily", "serpapi"],
] as const;

const fallbackCauses = ["error", "timeout", "empty"] as const;
const formats = ["markdown", "text"] as const;

const target = Type.Object(
  {
    provider: Type.Enum([...searchProviders], { description: "Provider" }),
    options: Type.Optional(
      Type.Record(Text(), Type.Unknown(), {
        description: "Its own options; the list of providers has their JSON Schema",
      }),
    ),
  },
  closed,
);

const fallbackOn = Type.Optional(
  Type.Array(Type.Enum([...fallbackCauses]), { description: "Outcomes after which the next provider is tried" }),
);

const strategy = Type.Union(
  [
    Type.Object(
      { type: Type.Literal("auto"), fallback_on: fallbackOn, provider_options: Type.Optional(Type.Array(target)) },
      closed,
    ),
    Type.Object({ type: Type.Literal("pinned"), provider: target }, closed),
    Type.Object(
      { type: Type.Literal("fallback"), providers: Type.Array(target, { minItems: 1 }), fallback_on: fallbackOn },
      closed,
    ),
  ],
  { description: "Choice of the provider: by the service, exactly one, or one after the other" },
);

const timeoutMs = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));

const contentOptions = Type.Object(
  {
    source: Type.Optional(
      Type.Enum(["auto", "provider", "browser"], {
        description: "Origin of the text: the provider, a browser, or what works",
      }),
    ),
    format: Type.Optional(Type.Enum([...formats], { description: "Form of the text" })),
    max_chars: Type.Optional(Type.Integer({ minimum: 1, description: "Maximum characters of each text" })),
    max_age_hours: Type.Optional(Type.Number({ minimum: 0, description: "Maximum age of a stored text; 0 for none" })),
    timeout_ms: timeoutMs("Time limit of each text"),
    browser: Type.Optional(
      Type.Object(
        optional({
          browser_id: Text({ minLength: 1, description: "Session that fetches the texts, with its cookies and proxy" }),
          mode: Type.Enum(["curl", "render"], { description: "A plain request, or a page in a tab of its own" }),
        }),
        closed,
      ),
    ),
  },
  closed,
);

const contentMembers = {
  status: Type.Enum(["ok", "unavailable", "blocked", "timeout", "unsupported_type", "extraction_failed", "error"]),
  text: Type.Optional(Type.String({ description: "Text of the website, which is not to be trusted" })),
  format: Type.Optional(Type.Enum([...formats])),
  truncated: Type.Optional(Type.Boolean({ description: "true when it was cut at max_chars" })),
  completeness: Type.Optional(Type.Enum(["full_page", "excerpt", "unknown"])),
  method: Type.Optional(Type.Enum(["provider", "browser_curl", "browser_render"])),
  cache_status: Type.Optional(Type.Enum(["hit", "miss", "bypass", "unknown"])),
  fetched_at: Type.Optional(Type.Union([Timestamp("When it was fetched"), Type.Null()])),
  final_url: Type.Optional(Type.String()),
  http_status: Type.Optional(Type.Integer()),
  extractor_version: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
} as const;

const usage = Type.Object({
  content_fetches: Type.Integer({ description: "Texts for which a browser was used" }),
  results_count: Type.Integer(),
  cost: Type.Optional(Type.Number({ description: "Charge in USD, where it is known" })),
});

const warnings = Type.Array(
  Type.Object({
    code: Type.String(),
    message: Type.String(),
    param: Type.Optional(Type.String()),
    provider: Type.Optional(Type.String()),
    result_id: Type.Optional(Type.String()),
  }),
);

/** Result of a search (contract 2.29). */
const SearchResult = Type.Object(
  {
    id: Type.String({ description: "Id, which is valid for this search" }),
    rank: Type.Integer({ description: "Place, from 1 on" }),
    url: Type.String(),
    title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    snippet: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    additional_snippets: Type.Optional(Type.Array(Type.String())),
    source: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    published_date: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "Date as the provider has it" }),
    ),
    content: Type.Optional(Type.Object(contentMembers)),
    raw: Type.Optional(Type.Unknown({ description: "Result as the provider sent it" })),
  },
  { $id: "SearchResult" },
);

/** Search with its results, which are kept for a day (contract 2.29). */
const WebSearch = Type.Object(
  {
    id: Type.String(),
    query: Type.String(),
    provider: Type.String({ description: "Provider that answered" }),
    results: Type.Array(SearchResult),
    answer: Type.Optional(Type.String({ description: "Answer that the provider has written" })),
    attempts: Type.Array(
      Type.Object({
        provider: Type.String(),
        outcome: Type.Enum(["success", "empty", "error", "timeout"]),
        duration_ms: Type.Integer(),
        error_code: Type.Optional(Type.String()),
        retryable: Type.Optional(Type.Boolean()),
      }),
    ),
    warnings,
    usage,
    expires_at: Timestamp("When its results can no longer be used"),
    raw: Type.Optional(Type.Unknown({ description: "Answer as the provider sent it" })),
  },
  { $id: "WebSearch" },
);

const support = Type.Object({
  support: Type.Enum(["native", "emulated", "unsupported"]),
  notes: Type.Optional(Type.String()),
});

/** Search provider with what it can do (contract 2.29). */
const SearchProvider = Type.Object(
  {
    slug: Type.String(),
    max_results_cap: Type.Integer({ description: "Maximum of results" }),
    content: Type.Object({
      inline: Type.Boolean({ description: "true when it returns texts with the results" }),
      post_hoc: Type.Boolean({ description: "true when it returns texts afterwards" }),
      freshness_control: Type.Boolean({ description: "true when it keeps to max_age_hours" }),
    }),
    params: Type.Object({
      country: support,
      language: support,
      recency: support,
      start_date: support,
      end_date: support,
      include_domains: support,
      exclude_domains: support,
      safe_search: support,
    }),
    provider_options: Type.Object({
      schema: Type.Record(Type.String(), Type.Unknown(), { description: "JSON Schema of its own options" }),
      schema_ref: Type.String(),
      examples: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    }),
    notes: Type.Optional(Type.Array(Type.String())),
  },
  { $id: "SearchProvider" },
);

const EXAMPLE_SEARCH_ID = "srch_s4e9a2r7c1h8";
const EXAMPLE_RESULT_ID = "res_r3e8s1u6l0t5";

const resultExample = {
  id: EXAMPLE_RESULT_ID,
  rank: 1,
  url: "https://shop.example.com/shoes",
  title: "Shoes",
  snippet: "Red shoes in all sizes",
  source: "shop.example.com",
} as const;

const searchExample = {
  id: EXAMPLE_SEARCH_ID,
  query: "red shoes",
  provider: "exa",
  results: [resultExample],
  attempts: [{ provider: "exa", outcome: "success", duration_ms: 420 }],
  warnings: [],
  usage: { content_fetches: 0, results_count: 1, cost: 0.005 },
  expires_at: "2026-03-02T09:30:00Z",
} as const;

const native = { support: "native" } as const;
const searchId = Type.Object({ id: Text({ minLength: 1, description: "Search id" }) });

/** assumed: 501, because a search needs an account with a search provider. */
const local = { unserved: "it has no account with a search provider" } as const;

export const searchOperations = [
  operation({
    id: "search.create",
    area: "search",
    method: "POST",
    path: "/search",
    summary: "Search the web",
    description: "One provider answers; results of several are not mixed. A search may cost money.",
    source: "contract 2.29",
    body: Type.Object(
      {
        query: Text({ minLength: 1, maxLength: 2_048, description: "Text to search for" }),
        max_results: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: "Results at most; a provider may have a lower limit" }),
        ),
        recency: Type.Optional(
          Type.Enum(["hour", "day", "week", "month", "year"], { description: "Age of the pages at most" }),
        ),
        start_date: Type.Optional(Text({ minLength: 1, description: "First date of publication, such as 2026-01-31" })),
        end_date: Type.Optional(Text({ minLength: 1, description: "Last date of publication" })),
        include_domains: Type.Optional(
          Type.Array(Text({ minLength: 1 }), {
            description: "Host names that results may have, with their subdomains",
          }),
        ),
        exclude_domains: Type.Optional(
          Type.Array(Text({ minLength: 1 }), { description: "Host names that results must not have" }),
        ),
        country: Type.Optional(Text({ minLength: 1, description: "Country of the searcher, as an ISO 3166 code" })),
        language: Type.Optional(Text({ minLength: 1, description: "Language of the searcher, as a BCP 47 tag" })),
        safe_search: Type.Optional(Type.Enum(["off", "moderate", "strict"], { description: "Filter for adult pages" })),
        content: Type.Optional(
          Type.Union([Type.Literal(true), contentOptions], { description: "Texts of the results too" }),
        ),
        strategy: Type.Optional(strategy),
        strict_params: Type.Optional(
          Type.Boolean({ description: "Refuse what the provider cannot do exactly, in place of a warning" }),
        ),
        include_raw: Type.Optional(Type.Boolean({ description: "Include the answer as the provider sent it" })),
        timeout_ms: timeoutMs("Time limit of the whole search"),
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: WebSearch },
    errors: [],
    idempotent: false,
    local,
    example: { body: { query: "red shoes", max_results: 5 }, result: searchExample },
  }),
  operation({
    id: "search.get",
    area: "search",
    method: "GET",
    path: "/search/{id}",
    summary: "Show a search again",
    description: "Asks no provider and costs nothing. A search is kept for a day.",
    source: "contract 2.29",
    params: searchId,
    response: { kind: "json", status: 200, schema: WebSearch },
    errors: [],
    idempotent: true,
    local,
    example: { params: { id: EXAMPLE_SEARCH_ID }, result: searchExample },
  }),
  operation({
    id: "search.contents",
    area: "search",
    method: "POST",
    path: "/search/{id}/contents",
    summary: "Fetch the texts of results",
    source: "contract 2.29",
    params: searchId,
    body: Type.Object(
      {
        result_ids: Type.Optional(
          Type.Array(Text({ minLength: 1 }), { description: "Results, in the order of the answer; excludes limit" }),
        ),
        limit: Type.Optional(Type.Integer({ minimum: 1, description: "First results, when none is named" })),
        content: Type.Optional(contentOptions),
        timeout_ms: timeoutMs("Time limit of all texts together"),
      },
      closed,
    ),
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object(
        {
          search_id: Type.String(),
          contents: Type.Array(
            Type.Object({ result_id: Type.String(), url: Type.String(), ...contentMembers }, { $id: "SearchContent" }),
          ),
          warnings,
          usage,
        },
        { $id: "SearchContents" },
      ),
    },
    errors: [],
    idempotent: false,
    assumed: ["the public clients reserve it: a service may answer 404 for every search until it has it"],
    local,
    example: {
      params: { id: EXAMPLE_SEARCH_ID },
      body: { result_ids: [EXAMPLE_RESULT_ID], content: { format: "markdown" } },
      result: {
        search_id: EXAMPLE_SEARCH_ID,
        contents: [
          { result_id: EXAMPLE_RESULT_ID, url: "https://shop.example.com/shoes", status: "ok", text: "# Shoes" },
        ],
        warnings: [],
        usage: { content_fetches: 1, results_count: 1 },
      },
    },
  }),
  operation({
    id: "search.providers",
    area: "search",
    method: "GET",
    path: "/search/providers",
    summary: "List search providers",
    description: "With what each can do, and the JSON Schema of its own options.",
    source: "contract 2.29",
    query: Type.Object(
      { slug: Type.Optional(Type.Enum([...searchProviders], { description: "Only this provider" })) },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(SearchProvider) },
    errors: [],
    idempotent: true,
    local,
    example: {
      query: { slug: "exa" },
      result: [
        {
          slug: "exa",
          max_results_cap: 100,
          content: { inline: true, post_hoc: true, freshness_control: true },
          params: {
            country: native,
            language: { support: "unsupported" },
            recency: { support: "emulated", notes: "by the date of publication" },
            start_date: native,
            end_date: native,
            include_domains: native,
            exclude_domains: native,
            safe_search: { support: "unsupported" },
          },
          provider_options: { schema: { type: "object" }, schema_ref: "SearchExaOptions" },
        },
      ],
    },
  }),
] as const;

import type { OperationById } from "../../contract/index.ts";
import { PAGE_ITEMS } from "../../contract/limits.ts";
import type { QueryOf, ResultOf } from "../../contract/operation.ts";
import type { HandlersOf } from "../http/handler.ts";
import { SiteKnowledge, type SiteKnowledgeNeeds } from "../managed-auth/site-knowledge.ts";

type Query = QueryOf<OperationById<"configRegistry.list">>;
type Summary = ResultOf<OperationById<"configRegistry.list">>[number];

/** Websites that auth connections have logged in to, and with which browser (contract 2.27). */
export function configRegistryHandlers(
  needs: SiteKnowledgeNeeds,
): HandlersOf<"configRegistry.list" | "configRegistry.lookup"> {
  const knowledge = new SiteKnowledge(needs);
  return {
    "configRegistry.list": ({ query, auth }) => {
      const { limit = PAGE_ITEMS.default, offset = 0, search = "" } = query;
      const wanted = search.toLowerCase();
      const found = knowledge.list(auth.project.id).filter(({ target }) => target.toLowerCase().includes(wanted));
      const sorted = inOrder(found, query);
      const end = offset + limit;
      const hasMore = sorted.length > end;
      return { items: sorted.slice(offset, end), hasMore, nextOffset: hasMore ? end : 0 };
    },
    "configRegistry.lookup": ({ body, auth }) =>
      knowledge.lookup(auth.project.id, body.url, body.allowed_proxy_countries),
  };
}

const keys: Readonly<Record<NonNullable<Query["sort_by"]>, (each: Summary) => string | number>> = {
  target: ({ target }) => target,
  analysis_status: ({ analysis_status: status }) => status,
  recommended_config: ({ recommended_config_label: label }) => String(label ?? ""),
  last_requested_at: ({ last_requested_at: at }) => at,
  success_rate: ({ success_rate: rate }) => Number(rate ?? -1),
};

/** The newest first unless the request names an order. */
function inOrder(found: readonly Summary[], { sort_by: by, sort_order: order }: Query): Summary[] {
  const key = keys[by ?? "last_requested_at"];
  const sign = (order ?? (by === undefined || by === "last_requested_at" ? "desc" : "asc")) === "asc" ? 1 : -1;
  return found.toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
}

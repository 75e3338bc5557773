import Type from "typebox";
import { closed, optional, Text, TextMap, Timestamp } from "./common.ts";

/** Types of the items of a vault (contract 2.30). */
export const vaultItemTypes = ["wallet", "card", "credential", "credential_account"] as const;
/** Types of the fields of a credential (contract 2.30). */
export const vaultFieldTypes = ["text", "email", "password", "totp"] as const;

/** Maximum size of a value of a credential, in bytes (contract 2.30). */
const MAX_VALUE = 16 * 2 ** 10;

const one = { ...closed, minProperties: 1, maxProperties: 1 } as const;
const configRef = Type.Object(
  { id: Type.Optional(Text({ minLength: 1 })), name: Type.Optional(Text({ minLength: 1 })) },
  { ...one, description: "Provider configuration, by id or name" },
);
const total = Type.Object({ type: Text(), display_text: Text(), amount: Type.Integer() }, closed);
const secret = (description: string) => Text({ minLength: 1, maxLength: MAX_VALUE, description, "x-secret": true });

const wallet = {
  provider: Type.Optional(
    Type.Enum(["link", "agentcard", "1password"], { description: "Provider of a wallet, card or account" }),
  ),
  authorization: Type.Optional(
    Type.Object(
      {
        method: Type.Literal("oauth"),
        client: Type.Object(
          { type: Type.Enum(["kernel_managed", "customer_managed"]), provider_config: Type.Optional(configRef) },
          closed,
        ),
        tokens: Type.Optional(
          Type.Object(
            { access_token: secret("Valid token of the grant"), refresh_token: secret("Token that renews it") },
            closed,
          ),
        ),
      },
      { ...closed, description: "Consent to a wallet of link, or an account" },
    ),
  ),
  provider_config: Type.Optional(configRef),
  user_id: Type.Optional(Text({ minLength: 1, description: "User of a wallet of agentcard" })),
} as const;

const lineItem = Type.Object(
  {
    name: Text(),
    ...optional({
      description: Text(),
      image_url: Text(),
      product_url: Text(),
      quantity: Type.Integer(),
      sku: Text(),
      totals: Type.Array(total),
      unit_amount: Type.Integer(),
      url: Text(),
    }),
  },
  closed,
);

const card = optional({
  wallet: Text({ minLength: 1, description: "Key of the wallet that pays" }),
  amount: Type.Integer({ minimum: 0, description: "Amount in the smallest unit of the currency" }),
  currency: Text({ minLength: 1 }),
  payment_method_id: Text({ minLength: 1, description: "Payment method of a wallet of link" }),
  merchant_name: Text({ minLength: 1, description: "Merchant, of a card of link" }),
  merchant_url: Text({ minLength: 1 }),
  context: Text({ minLength: 1, description: "Purpose of the payment, for the person who approves it" }),
  expires_at: Type.Integer(),
  line_items: Type.Array(lineItem),
  metadata: TextMap(Text()),
  totals: Type.Array(total),
  merchant: Text({ minLength: 1, description: "Merchant, of a card of agentcard" }),
  card_id: Text({ minLength: 1, description: "Card of a wallet of agentcard" }),
});

const description = Type.Optional(Text({ description: "Name of the website of a credential, for its form" }));

/** Content of a new item: members by its type and provider. */
export const newItemSpec = Type.Object(
  {
    description,
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Text({ minLength: 1 }),
            type: Type.Enum([...vaultFieldTypes]),
            required: Type.Optional(Type.Boolean()),
            sensitive: Type.Optional(Type.Boolean({ description: "true when its value is never returned" })),
            value: Type.Optional(secret("Its value; a person enters what is missing")),
          },
          closed,
        ),
        { minItems: 1, description: "Fields of a credential" },
      ),
    ),
    ...wallet,
    ...card,
  },
  { ...closed, description: "Content of the item, by its type and provider" },
);

/** Changes of an item: the card anew, or single values of a credential. */
export const changedItemSpec = Type.Object(
  {
    description,
    fields: Type.Optional(
      Type.Record(
        Text(),
        Type.Object(
          {
            value: Type.Union([Text({ maxLength: MAX_VALUE }), Type.Null()], {
              description: "New value; null or an empty text clears it",
              "x-secret": true,
            }),
          },
          closed,
        ),
        { description: "Changed fields of a credential" },
      ),
    ),
    provider: wallet.provider,
    ...card,
  },
  { ...closed, description: "Card, or changed values of a credential" },
);

/** Operations on an item; those that it offers now are in its record (contract 2.30). */
export const vaultItemActions = [
  ...["authorize", "collect", "prepare_checkout", "fill", "webmcp_invoke", "1pw_create_access_request"],
] as const;

const offers = Type.Array(Type.Object({ type: Type.String(), description: Type.String() }));

const itemMembers = {
  id: Type.String(),
  key: Type.String(),
  type: Type.Enum([...vaultItemTypes]),
  spec: Type.Record(Type.String(), Type.Unknown(), { description: "Content, without secrets" }),
  state: Type.Object({
    provider: Type.Optional(Type.String()),
    status: Type.String({ description: "ready, connected, pending_collection, pending_authorization, … by the type" }),
    status_reason: Type.Optional(Type.String()),
    fields: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({
          has_value: Type.Boolean(),
          value: Type.Optional(Type.String({ description: "Value of a field that is not sensitive" })),
        }),
      ),
    ),
    masks: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Brand and last digits of a card" })),
    domains: Type.Optional(Type.Array(Type.String())),
    user_id: Type.Optional(Type.String()),
    aliases: Type.Optional(Type.Record(Type.String(), Type.String())),
    authorization: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    preparation: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  version: Type.Optional(Type.Integer({ description: "Counts the changes of a credential" })),
  available_operations: offers,
  available_expansions: offers,
  action: Type.Optional(
    Type.Object(
      {
        name: Type.String(),
        url: Type.Optional(Type.String({ description: "Page for the person; a secret", "x-secret": true })),
        expires_at: Type.Optional(Timestamp("When the page ends")),
      },
      { description: "Step that a person has to take" },
    ),
  ),
  expanded: Type.Optional(
    Type.Object({
      payment_methods: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
    }),
  ),
  expires_at: Type.Optional(Timestamp("When it expires")),
  created_at: Timestamp("When it was created"),
  updated_at: Timestamp("When it was last changed"),
} as const;

/** Item of a vault, without its secrets (contract 2.30). */
export const VaultItem = Type.Object(itemMembers, { $id: "VaultItem" });

/** Result of filling fields of a page (contract 2.30). */
export const VaultFill = Type.Object(
  {
    type: Type.Literal("fill"),
    status: Type.Enum(["completed", "failed", "unknown"]),
    fields: Type.Array(
      Type.Object({
        index: Type.Integer({ description: "Place in the request, from 0 on" }),
        status: Type.Enum(["filled", "failed", "not_attempted", "unknown"]),
        error_code: Type.Optional(
          Type.Enum([
            ...["target_changed", "element_not_found", "ambiguous_selector", "element_not_editable"],
            ...["option_not_found", "timeout", "execution_failed"],
          ]),
        ),
      }),
    ),
  },
  { $id: "VaultFill" },
);

import Type, { type TStringOptions } from "typebox";

/** No control characters, which parsers of addresses drop silently, and no lone surrogates. */
const CHARACTERS = "[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]";
/** As {@link CHARACTERS}, without blanks, `@` and backslashes, which browsers read as slashes. */
const REST = "[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\s@\\\\]";
const HOST = "(?:\\[[0-9A-Fa-f:.]+\\]|[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\s@\\\\/?#:\\[\\]<>^|]+)";
const SCHEME = "[hH][tT][tT][pP][sS]?://";

const withoutUser = `${SCHEME}${HOST}(?::[0-9]{0,5})?(?:[/?#]${REST}*)?`;

/** Address in an answer (spec 2.1). */
export const Address = (options: TStringOptions = {}) => Type.String({ format: "uri", ...options });

/** Text that names a host. The service reads the name itself. */
export const HostText = (options: TStringOptions) =>
  Type.String({ pattern: `^${CHARACTERS}*$`, "x-expects": "a host name without control characters", ...options });

/** Address of a page, without user and password. */
export const PageAddress = (options: TStringOptions) =>
  Type.String({
    "x-format": "uri",
    maxLength: 65_536,
    pattern: `^${withoutUser}$`,
    "x-expects": "an http or https URL without user and password",
    ...options,
  });

/** As {@link PageAddress}, or an empty text. */
export const OptionalPageAddress = (options: TStringOptions) =>
  PageAddress({
    pattern: `^(?:${withoutUser})?$`,
    "x-expects": "an http or https URL without user and password, or empty",
    ...options,
  });

/** Address of any scheme, `about:blank` included. */
export const AnyAddress = (options: TStringOptions) =>
  Type.String({ pattern: `^${CHARACTERS}*$`, "x-expects": "an address without control characters", ...options });

/** Target of a request, which may hold user, password and blanks. */
export const TargetAddress = (options: TStringOptions) =>
  Type.String({
    "x-format": "uri",
    pattern: `^${SCHEME}(?!/)${CHARACTERS}+$`,
    "x-expects": "an http or https URL",
    ...options,
  });

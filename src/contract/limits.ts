/** Bytes of UTF-8 that a payload may have, and a result (contract 2.17). */
export const PAYLOAD_BYTES = 4_500_000;

import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/**
 * Certificates of a PEM bundle, in order. Text between the blocks is a comment. Throws an Error with the reason for a
 * bundle without a certificate, with an unreadable certificate, or with other blocks than certificates.
 */
export function readAuthorities(pem: string): X509Certificate[] {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, label = ""]) => ({ text, label }));
  if (blocks.length === 0) throw new Error("must be certificates in PEM: it has no -----BEGIN CERTIFICATE-----");
  return blocks.map(({ text, label }, at) => {
    if (label !== "CERTIFICATE") throw new Error(`must have certificates only, not a ${label}`);
    try {
      return new X509Certificate(text);
    } catch {
      throw new Error(`certificate ${at + 1} of ${blocks.length} cannot be read`);
    }
  });
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { compressZstd, packTar } from "../../src/archive/tar.ts";
import { through } from "../../src/archive/zstd-frames.ts";
import { inspectProfile, type ProfileSummary } from "../../src/profiles/inspect.ts";
import { until } from "../support/until.ts";

function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), "browserctl-inspect-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A profile's directory with these files. */
function profile(files: Record<string, string | Buffer> = {}): string {
  const dir = directory();
  for (const [name, data] of Object.entries({ "Local State": "{}", ...files })) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), data);
  }
  return dir;
}

const packed = (dir: string) => packTar(dir, { exclude: () => false });
const inspected = (source: AsyncIterable<Uint8Array>): Promise<ProfileSummary> => inspectProfile(source, directory());
const legacy = (value: unknown) => inspected(Readable.from([Buffer.from(JSON.stringify(value))]));

describe("an archive", () => {
  test("inspect counts cookies by domain: those with an expiry from the database, the others from our own entry", async () => {
    const facts = {
      format: 1,
      browser: "Chrome/156.0",
      saved_at: "2026-01-02T03:04:05.000Z",
      session_cookies: [
        { name: "s", value: "secret", url: "https://a.example/x" },
        { name: "s", value: "secret", domain: ".b.example" },
        5,
        { name: "no place" },
      ],
    };
    const dir = profile({ "browserctl/profile.json": JSON.stringify(facts), "Default/x": "12345" });
    const database = new DatabaseSync(join(dir, "Default", "Cookies"));
    database.exec("CREATE TABLE cookies (host_key TEXT, value TEXT, has_expires INTEGER, expires_utc INTEGER)");
    const insert = database.prepare("INSERT INTO cookies VALUES (?, 'secret', ?, ?)");
    // Microseconds since 1601.
    const micros = (iso: string): bigint => BigInt(Date.parse(iso) / 1_000 + 11_644_473_600) * 1_000_000n;
    insert.run("a.example", 1, micros("2027-01-01T00:00:00Z"));
    insert.run("a.example", 1, micros("2028-01-01T00:00:00Z"));
    insert.run("a.example", 0, 0);
    database.close();
    const summary = await inspected(through(packed(dir), compressZstd()));
    expect(summary).toMatchObject({
      format: "tar.zst",
      files: 4,
      browser: "Chrome/156.0",
      saved_at: "2026-01-02T03:04:05.000Z",
      cookies: [
        { domain: ".b.example", count: 1, session: 1 },
        {
          domain: "a.example",
          count: 3,
          session: 1,
          first_expiry: "2027-01-01T00:00:00.000Z",
          last_expiry: "2028-01-01T00:00:00.000Z",
        },
      ],
      origins: [],
    });
    expect(summary.bytes).toBeLessThan(summary.unpacked_bytes ?? 0);
    expect(JSON.stringify(summary)).not.toContain("secret");
  });
  test("inspect lists origins with the kinds of data they have stored", async () => {
    const text = (value: string): Buffer => Buffer.concat([Buffer.from([18, value.length]), Buffer.from(value)]);
    const summary = await inspected(
      packed(
        profile({
          "Default/IndexedDB/https_a.example_0.indexeddb.leveldb/CURRENT": "x",
          "Default/IndexedDB/http_localhost_8080.indexeddb.leveldb/CURRENT": "x",
          "Default/IndexedDB/file__0.indexeddb.leveldb/CURRENT": "x",
          "Default/Service Worker/CacheStorage/00ff/index.txt": text("https://a.example/"),
          "Default/WebStorage/7/CacheStorage/00ff/index.txt": text("https://c.example/^0https://top.example"),
          "Default/Service Worker/CacheStorage/11ff/index.txt": Buffer.from([10, 200]),
          "Other/IndexedDB/https_other.example_0.indexeddb.leveldb/CURRENT": "x",
        }),
      ),
    );
    expect([summary.format, summary.origins]).toEqual([
      "tar",
      [
        { origin: "http://localhost:8080", storage: ["indexed_db"] },
        { origin: "https://a.example", storage: ["cache_storage", "indexed_db"] },
        { origin: "https://c.example", storage: ["cache_storage"] },
      ],
    ]);
  });
  test("inspect ignores invalid content in our own entry", async () => {
    for (const facts of [
      "",
      "null",
      "[]",
      '{"session_cookies":{},"browser":5}',
      '{"session_cookies":[{"url":5},null]}',
    ]) {
      const summary = await inspected(
        packed(profile({ "browserctl/profile.json": facts, "Default/Cookies": "no database" })),
      );
      expect([summary.cookies, summary.browser]).toEqual([[], undefined]);
    }
  });
  test("inspect reports an archive that is cut, and a file that is not one", async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of through(packed(profile({ x: "x".repeat(5_000) })), compressZstd())) chunks.push(chunk);
    const whole = Buffer.concat(chunks);
    for (const part of [1, 2, 3].map((quarter) => whole.subarray(0, (whole.length * quarter) / 4))) {
      await expect(inspected(Readable.from([part]))).rejects.toMatchObject({ name: "ArchiveError" });
    }
    await expect(inspected(Readable.from([Buffer.from("PK\u0003\u0004")]))).rejects.toThrow(
      "neither a zstd tar archive",
    );
    await expect(inspected(Readable.from([]))).rejects.toThrow("neither a zstd tar archive");
  });
  test("inspect ends its source when it refuses the profile", async () => {
    const sources = ["no archive, but more than its first bytes", "{"].map(
      (text) => [Buffer.from(text.padEnd(600)), Buffer.alloc(600)] as const,
    );
    for (const chunks of sources) {
      let ended = false;
      const source = async function* () {
        try {
          yield* chunks;
        } finally {
          ended = true;
        }
      };
      await expect(inspected(source())).rejects.toThrow();
      await until(() => ended, { what: "the end of the source" });
    }
  });

  test("inspect throws the error of its source", async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
      throw new Error("the connection is lost");
    };
    await expect(inspected(source())).rejects.toThrow("the connection is lost");
  });
});

describe("a legacy profile", () => {
  test("inspect reads cookies and storage of a legacy profile", async () => {
    const summary = await legacy({
      cookies: [
        { name: "a", value: "secret", domain: "a.example", expires: 1_800_000_000 },
        { name: "b", value: "secret", domain: ".a.example" },
      ],
      origins: [
        { origin: "https://a.example", localStorage: [{ name: "k", value: "secret" }] },
        { origin: "https://empty.example", localStorage: [] },
      ],
    });
    expect(summary).toEqual({
      format: "json",
      bytes: expect.any(Number),
      cookies: [
        { domain: ".a.example", count: 1, session: 1 },
        {
          domain: "a.example",
          count: 1,
          session: 0,
          first_expiry: "2027-01-15T08:00:00.000Z",
          last_expiry: "2027-01-15T08:00:00.000Z",
        },
      ],
      origins: [{ origin: "https://a.example", storage: ["local_storage"] }],
    });
  });
  test("inspect reports a file that is not a legacy profile", async () => {
    await expect(legacy([])).rejects.toThrow(
      "it is not a legacy profile: must be a JSON object with cookies and origins",
    );
    await expect(legacy({ cookies: [5] })).rejects.toThrow("it is not a legacy profile: cookies[0]: must be an object");
  });
});

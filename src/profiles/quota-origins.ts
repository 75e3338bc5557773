/** Origins that Chromium's own list of storage names. A file that is no such list names none. */
export async function storageKeys(path: string): Promise<string[]> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    const rows = database.prepare("SELECT DISTINCT storage_key FROM buckets").all() as { storage_key: string }[];
    // A key of a page inside of another site's has more behind the origin.
    return rows
      .map(({ storage_key }) => storage_key.split("^", 1)[0]?.replace(/\/$/, "") ?? "")
      .filter((key) => URL.canParse(key));
  } catch {
    return [];
  } finally {
    database.close();
  }
}

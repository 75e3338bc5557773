/** Sends a request to a service, where nothing of the test runner is there. Throws for an error. */
export async function callService(
  { base_url, token }: { base_url: string; token: string },
  method: string,
  path: string,
  json?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
): Promise<any> {
  const response = await fetch(base_url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

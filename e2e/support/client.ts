/** Calls to a running product as one of its people. */

export const adminEmail = "admin@nihol.example";
export const password = "nine gardens along the river";

/** A running product, from outside. */
export interface Client {
  address: string;
  /** Calls the API as one person; JSON in and out. */
  api: (
    email: string,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>;
  /** Sends bytes as one person; the answer as it comes. */
  send: (
    email: string,
    method: string,
    path: string,
    bytes: Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ) => Promise<Response>;
}

/** The client of the product at an address. Each person signs in once. */
export function clientOf(address: string): Client {
  const tokens = new Map<string, string>();
  async function tokenOf(email: string): Promise<string> {
    const known = tokens.get(email);
    if (known) return known;
    const answer = await fetch(`${address}/api/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { access } = (await answer.json()) as { access: string };
    tokens.set(email, access);
    return access;
  }
  return {
    address,
    async send(email, method, path, bytes, headers) {
      const authorization = `Bearer ${await tokenOf(email)}`;
      return fetch(`${address}/api${path}`, {
        method,
        headers: { ...headers, authorization },
        body: bytes,
      });
    },
    async api(email, method, path, body) {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await tokenOf(email)}`,
          "accept-language": "en",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : undefined };
    },
  };
}

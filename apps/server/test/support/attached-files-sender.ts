/** Sends files as a browser does, and reads the store behind the server. */
import type { TestApp } from "./test-app.ts";

type StoredFile = Record<string, unknown> & { id: number; file?: string[]; name: string };

export interface SentFile<Body = StoredFile> {
  status: number;
  body: Body;
}

/** POSTs one file; `language` is the reader's. */
export async function sendFile<Body = StoredFile>(
  server: TestApp,
  token: string,
  path: string,
  file: { name: string; bytes: Uint8Array },
  language = "en",
): Promise<SentFile<Body>> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file.bytes)]), file.name);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const answer = await server.app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      "accept-language": language,
      "content-type": request.headers.get("content-type") as string,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Keys of all that is stored for violations and documents. */
export async function storedKeys(server: TestApp, folder = "attachment"): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.files.list(folder)) keys.push(key);
  return keys;
}

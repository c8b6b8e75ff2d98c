/** People who order exports, wait for them and fetch their files; a worker must be there to make them. */
import { expect } from "vitest";
import type { Caller } from "./test-app.ts";

export interface Sent {
  id: number;
  status: string;
  rows: number;
  file_name: string;
  problem: { code: string; detail: string } | null;
}

/** Waits until an export has ended, however it does. */
export async function ended(call: Caller, id: number): Promise<Sent> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await call<Sent>("GET", `/export/${id}`);
    if (body.status === "completed" || body.status === "failed") return body;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error("the export does not end");
}

/** Orders, waits, fetches. */
export async function exported(
  call: Caller,
  order: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const sent = await call<Sent>("POST", "/export", order, headers);
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const done = await ended(call, sent.body.id);
  expect(done).toMatchObject({ status: "completed", problem: null });
  const file = await call<string>("GET", `/export/${done.id}/file`);
  expect(file.status).toBe(200);
  return { sent: sent.body, done, text: file.body, headers: file.headers };
}

/** The lines of a CSV file. */
export const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");

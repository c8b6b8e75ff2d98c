/** A child for child-pool.test.ts: does what it is asked, also what a child must not. */
import { spawn } from "node:child_process";
import { endWithParent } from "../../src/children/end-with-parent.ts";
import { serveRequests } from "../../src/children/serve-requests.ts";

export type Question =
  | { kind: "echo" | "fail" | "spin" | "hoard" | "start" | "heed" }
  | { kind: "remember"; word: string }
  | { kind: "count"; to: number };

export interface Answer {
  pid: number;
  remembered: string | null;
}

let remembered: string | null = null;

endWithParent();
serveRequests<Question, Answer>(async (question, signal, onProgress) => {
  if (question.kind === "remember") remembered = question.word;
  if (question.kind === "count") for (let n = 1; n <= question.to; n++) onProgress(n);
  if (question.kind === "fail")
    throw Object.assign(new Error("no such image"), {
      name: "ImageRefused",
      code: "not_found",
      params: { file: "a.tif" },
    });
  if (question.kind === "spin") for (;;);
  if (question.kind === "hoard") {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  }
  if (question.kind === "start") {
    onProgress(spawn("sleep", ["600"]).pid);
    await new Promise(() => setTimeout(() => {}, 600_000));
  }
  if (question.kind === "heed") {
    onProgress(0);
    await new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  }
  return { pid: process.pid, remembered };
});

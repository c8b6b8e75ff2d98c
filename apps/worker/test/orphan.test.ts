import { fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const entry = join(import.meta.dirname, "../src/main.ts");

test("a worker whose server dies at once does not stay", async () => {
  const nowhere = { host: "127.0.0.1", port: 1, user: "nobody", password: "", database: "none" };
  const child = fork(entry, [], {
    env: {
      ...process.env,
      NIHOL_DATA: join(tmpdir(), "nihol-orphan"),
      NIHOL_DATABASE: JSON.stringify(nowhere),
    },
    stdio: "ignore",
  });
  child.disconnect();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

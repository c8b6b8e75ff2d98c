/** A parent for child-pool.test.ts: says which child it has, and gives it work without an end. */
import { childPool } from "../../src/children/child-pool.ts";
import type { Answer } from "./answering-child.ts";

const pool = childPool({ entry: new URL("answering-child.ts", import.meta.url) }, { size: 1 });
const { pid } = await pool.run<Answer>({ kind: "echo" });
const spinning = pool.run({ kind: "spin" });
// The request is on its way by now.
setTimeout(() => console.log(pid), 500);
await spinning;

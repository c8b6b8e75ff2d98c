import { readyWarnings } from "./values/operations.ts";
import { z } from "./z.ts";

/** The answer of /health: 200 while calls can be served (`ok`, `degraded`), 503 when not (`unavailable`). */
export const healthSchema = z
  .object({
    status: z
      .enum(["ok", "degraded", "unavailable"])
      .describe(
        "ok: all is well. degraded: calls are served, but no worker gives a sign of life, so images wait. unavailable: the database does not answer, every other call answers 503 (this one too)",
      ),
    version: z.string(),
    demo: z.boolean().describe("Whether the data is the demonstration programme's"),
    database: z.boolean().describe("Whether the database answers within a second and a half"),
    worker: z
      .boolean()
      .describe("Whether any worker, on whatever machine, gave a sign of life in the last seconds"),
  })
  .meta({ id: "Health" });

/** The answer of /live: it comes while the process runs. */
export const liveSchema = z.object({ status: z.literal("ok") }).meta({ id: "Live" });

/** The answer of /ready, which a proxy or an orchestrator asks before it sends calls. */
export const readySchema = z
  .object({
    status: z.enum(["ok", "unavailable", "ending"]),
    warnings: z
      .array(z.enum(readyWarnings))
      .describe(
        "What does not keep this server from serving, and somebody has to see to: the last backup failed, or the last verified one is old; the store of files does not answer, so images and files are refused with 503 while all else is served; the broker outside is away",
      ),
  })
  .meta({ id: "Ready" });

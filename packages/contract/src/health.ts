import { z } from "./z.ts";

export const healthSchema = z
  .object({
    status: z.enum(["ok", "degraded"]),
    version: z.string(),
    demo: z.boolean(),
    database: z.boolean(),
    worker: z.boolean(),
  })
  .meta({ id: "Health" });

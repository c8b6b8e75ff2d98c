import type { JobPayloads } from "./values/jobs.ts";
import { z } from "./z.ts";

const number = z.number().int();

/** The schema of each job's payload; what the jobs do is said at `JobPayloads`. */
export const jobs: { readonly [N in keyof JobPayloads]: z.ZodType<JobPayloads[N]> } = {
  "imagery.fetch": z.object({ process: number }),
  "imagery.watch": z.object({ source: number, after: number }),
  "imagery.prepare": z.object({ process: number }),
  "imagery.detect": z.object({ process: number, block: number }),
  "imagery.publish": z.object({ process: number }),
  "imagery.compare": z.object({ comparison: number }),
  "imagery.calibrate": z.object({ whole_image: number }),
  "imagery.share_plots": z.object({ whole_image: number }),
  "ground.learn": z.object({ ground: number }),
  "imagery.display": z.object({ whole_image: number, z: number, bx: number, by: number }),
  "trees.settle": z.object({ whole_image: number }),
  "trees.leaf_off": z.object({ whole_image: number }),
  "territory.reassign": z.object({ change: number }),
  "evidence.check": z.object({ from: number }),
  "verdict.propose": z.object({ task: number }),
  "export.make": z.object({ export: number }),
  "mail.send": z.object({ mail: number }),
  "backup.make": z.object({ backup: number }),
  "readings.pack": z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) }),
  "readings.calibrate": z.object({ calibration: number, taken_back: z.boolean() }),
};

/** A process that finds trees: its argument is a model's card, its jobs come over IPC, one at a time. */
import { setPriority } from "node:os";
import { type DetectJob, runDetectJob } from "./detect-job.ts";
import { openOnnxDetector } from "./onnx-detector.ts";

// Inference takes a whole core; whoever serves people goes first.
setPriority(15);
const opened = openOnnxDetector(process.argv[2] ?? "");
// A fault in the card is told with the first job, not as a crash.
opened.catch(() => {});

/** Says something to the parent; one that has just died hears nothing, and that is no fault of ours. */
function tell(message: object): void {
  if (process.connected) process.send?.(message, () => {});
}

process.on("message", async (job: DetectJob) => {
  try {
    const onProgress = (progress: object): void => tell({ progress });
    tell({ result: await runDetectJob(job, await opened, { onProgress }) });
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit());

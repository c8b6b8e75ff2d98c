/** A process that finds trees: its argument is a model's card, its jobs come over IPC, one at a time. */
import { setPriority } from "node:os";
import { type DetectJob, runDetectJob } from "./detect-job.ts";
import { openOnnxDetector } from "./onnx-detector.ts";

// Inference takes a whole core; whoever serves people goes first.
setPriority(15);
const opened = openOnnxDetector(process.argv[2] ?? "");
// A fault in the card is told with the first job, not as a crash.
opened.catch(() => {});

process.on("message", async (job: DetectJob) => {
  try {
    const onProgress = (progress: object): void => void process.send?.({ progress });
    process.send?.({ result: await runDetectJob(job, await opened, { onProgress }) });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit());

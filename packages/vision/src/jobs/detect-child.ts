/** A process that detects trees: its argument is a model card, its jobs come over IPC, one at a time. */
import { serveRequests } from "../children/serve-requests.ts";
import { openOnnxDetector } from "../detect/onnx-detector.ts";
import { type DetectJob, type DetectResult, runDetectJob } from "./detect-job.ts";

const opened = openOnnxDetector(process.argv[2] ?? "");
// A fault in the card is reported with the first job, not as a crash.
opened.catch(() => {});

serveRequests<DetectJob, DetectResult>(async (job, signal, onProgress) =>
  runDetectJob(job, await opened, { signal, onProgress }),
);

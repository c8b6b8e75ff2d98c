import * as ort from "onnxruntime-node";

/**
 * Opens a network on one thread: a machine is filled by one process a core, since a second thread
 * in a process gains nothing on a busy machine. Throws when the bytes are no ONNX model.
 */
export function openSession(bytes: Uint8Array): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });
}

/** One output's numbers. Throws when the model has no such output. */
export function outputFloats(
  outputs: ort.InferenceSession.OnnxValueMapType,
  name: string,
): Float32Array {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The model has no output "${name}".`);
  return data;
}

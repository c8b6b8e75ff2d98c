/** The only module that loads ONNX Runtime: what must stand in the environment comes first. */
import "./no-telemetry.ts";
import * as ort from "onnxruntime-node";

export const runtimeVersion = ort.env.versions.node;

export type Session = ort.InferenceSession;

/** Numbers as a network takes them. Throws when `shape` asks for another count of them. */
export function floatTensor(data: Float32Array, shape: number[]): ort.Tensor {
  return new ort.Tensor("float32", data, shape);
}

/**
 * Opens a network on one thread: a machine is filled by one process a core, since a second thread
 * in a process gains nothing on a busy machine. Throws when the bytes are no ONNX model.
 */
export function openSession(bytes: Uint8Array): Promise<Session> {
  return ort.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    // Else the plan of each size of tile keeps memory of its own: 80 MB more, and no quicker.
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
}

/** Numbers of one output. Throws when the model has no such output. */
export function outputFloats(
  outputs: ort.InferenceSession.OnnxValueMapType,
  name: string,
): Float32Array {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The model has no output "${name}".`);
  return data;
}

/**
 * Runs an ONNX file on an input that the training wrote and prints how far each output lies from
 * PyTorch's: `node compare-onnx.ts MODEL.onnx 1,3,160,192`. The last line is JSON.
 */
import { readFile } from "node:fs/promises";
import { floatTensor, openSession } from "../packages/vision/src/native/onnx-session.ts";

async function readFloats(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  return new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  );
}

const [model = "", shape = ""] = process.argv.slice(2);
const stem = model.replace(/\.onnx$/, "");
const image = await readFloats(`${stem}.image.f32`);
const expected = await readFloats(`${stem}.expected.f32`);
const session = await openSession(await readFile(model));
const tensor = floatTensor(image, shape.split(",").map(Number));
const outputs = await session.run({ image: tensor });
const differences: Record<string, number> = {};
let from = 0;
for (const name of session.outputNames) {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`Output "${name}" is not float32.`);
  let max = 0;
  for (const [i, value] of data.entries())
    max = Math.max(max, Math.abs(value - (expected[from + i] ?? Number.NaN)));
  differences[name] = max;
  from += data.length;
}
if (from !== expected.length) throw new Error("The outputs have another size than PyTorch's.");
console.log(JSON.stringify(differences));

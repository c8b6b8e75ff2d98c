/** The numbers of the images of a list, from which the worker makes a file for training: a JSON array. */
import type { FilePlan, FileWriter } from "./file-plan.ts";
import { newFile } from "./written-file.ts";

export async function imageNumbersWriter({ path }: FilePlan): Promise<FileWriter> {
  const file = await newFile(path);
  const numbers: number[] = [];
  return {
    async write(rows) {
      numbers.push(...rows.flatMap(({ image }) => image ?? []));
    },
    async end() {
      await file.put(JSON.stringify(numbers));
      await file.close();
    },
    release: file.close,
  };
}

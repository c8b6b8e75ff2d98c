import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or near it, by the CPU of a build server. */
const longFile =
  /\/(interruptions|outages|pipeline|exports-interrupted|launcher|readings-import|screens-(wide|narrow)|generic|routes|calibration|rights|records)\.test\.ts$/;

/** Begins long files first, so that no core idles at the end while the last of them runs. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFile.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

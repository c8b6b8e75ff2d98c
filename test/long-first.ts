import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take twenty seconds or more on a build server. */
const longFile =
  /\/(interruptions|outages|pipeline|exports-interrupted|grey-photometric|processes|launcher|readings-import|ingest\/table|ingest\/first-wall|screens|generic|routes|calibration|rights|records|main-journey|lists)\.test\.ts$/;

/** Begins long files first, so that no core idles at the end while the last of them runs. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFile.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** A reporter of vitest: writes the tests that failed first and passed when they were tried again, a line each. */
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { inRoot } from "./programs.mjs";

/** Where `npm test` reads them. */
export const retriedFile = inRoot("test-output", "retried.txt");

export default class RetriedReporter {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const reason = test.result().errors?.[0]?.message?.split("\n")[0] ?? "";
    const file = relative(inRoot(), test.module.moduleId);
    appendFileSync(retriedFile, `${file} > ${test.fullName}: ${reason}\n`);
  }
}

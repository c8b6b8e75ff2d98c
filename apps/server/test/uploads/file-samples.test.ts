/** Whole files, by several programs' hands: each is taken as what it is, or refused for what it is. */
import { expect, test } from "vitest";
import { checkFile } from "../../src/file-check/check-file.ts";
import { FileRefused } from "../../src/file-check/refusal.ts";
import { fileSamples } from "../support/file-samples.ts";

test.each(await fileSamples())("$name: $verdict", async ({ name, bytes, verdict }) => {
  const said = await checkFile(bytes, name).catch((error: unknown) => {
    if (!(error instanceof FileRefused)) throw error;
    return error.entry ? `${error.code} in ${error.entry}` : error.code;
  });
  expect(said).toMatch(verdict);
});

/** Prepares what a program of the product needs beside its packages. */
import { ensurePackages, imagePackages } from "./system-packages.mjs";
import { ensureWeb } from "./web-build.mjs";

/** Installs GDAL for images where it may, and builds the panel for the server. */
export async function prepareProgram(program) {
  // Both wait for other machines or cores; neither needs the other.
  const [note, failure] = await Promise.all([
    ensurePackages(imagePackages),
    program === "server" ? ensureWeb() : undefined,
  ]);
  if (failure !== undefined) {
    console.error(`${failure}\n\nThe panel could not be built.`);
    process.exit(1);
  }
  if (note) console.error(`Note: ${note}. Until then only simple 8-bit images can be read.`);
}

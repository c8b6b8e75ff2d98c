/** Programs of Debian packages that tests run: those on PATH, and those unpacked beside the product's packages. */
import { spawnSync } from "node:child_process";
import { delimiter, join, resolve } from "node:path";

export const productDir = resolve(import.meta.dirname, "../../../..");
const unpacked = join(productDir, "node_modules", ".nihol", "tools");

/** Environment in which they are found. */
export const toolEnvironment = {
  ...process.env,
  PATH: [
    process.env.PATH,
    ...["/usr/sbin", "/sbin"],
    ...["bin", "sbin"].map((folder) => join(unpacked, "usr", folder)),
  ].join(delimiter),
};

/** Runs one to its end. @returns its status and all that it said */
export function runTool(
  program: string,
  args: string[],
  more: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): { status: number | null; said: string } {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    ...more,
    env: { ...toolEnvironment, ...more.env },
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, said: error ? error.message : `${stdout}${stderr}` };
}

/** A copy of the sources in which files can be taken away: packages are those of this checkout, ours those of the copy. */
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const here = resolve(import.meta.dirname, "../..");

/** Files that types and rules of the house are about; models and pictures are none. */
const isSource = /\.(tsx?|m?js|json|jsonc|css|md|sql|html)$|^\.|^[^/]+$/;

/** Files of this checkout that exist, also new ones, without what git ignores. */
function sourceFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
    cwd: here,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return listed.split("\n").filter((file) => file !== "" && isSource.test(file));
}

async function linkPackages(root: string): Promise<void> {
  const from = join(here, "node_modules");
  const to = join(root, "node_modules");
  await mkdir(join(to, "@nihol"), { recursive: true });
  for (const name of await readdir(from))
    if (name !== "@nihol") await symlink(join(from, name), join(to, name));
  for (const folder of ["apps", "packages"])
    for (const name of await readdir(join(root, folder)))
      await symlink(join(root, folder, name), join(to, "@nihol", name));
}

/** @returns the folder of a copy, which the caller removes */
export async function copySources(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "nihol-take-out-"));
  for (const file of [...sourceFiles(), "apps/web/src/routeTree.gen.ts"]) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await cp(join(here, file), join(root, file)).catch((reason: NodeJS.ErrnoException) => {
      // Listed by git and deleted here since.
      if (reason.code !== "ENOENT") throw reason;
    });
  }
  await linkPackages(root);
  return root;
}

export const textOf = (root: string, file: string) => readFile(join(root, file), "utf8");

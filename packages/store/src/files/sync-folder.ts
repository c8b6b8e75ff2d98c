import { open } from "node:fs/promises";

/** Makes a rename last: a folder is a file whose content must reach the disk too. */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === "win32") return;
  await using folder = await open(dir, "r");
  await folder.sync();
}

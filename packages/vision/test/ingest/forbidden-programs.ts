import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * A search path on which these programs are there and may do nothing, as in a container that forbids namespaces:
 * programs in `folder`, which is made, come before those of the system.
 */
export function searchPathForbidding(folder: string, programs: readonly string[]): string {
  mkdirSync(folder);
  for (const name of programs)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name}: not permitted" >&2\nexit 1\n`, {
      mode: 0o755,
    });
  return [folder, process.env.PATH ?? ""].join(delimiter);
}

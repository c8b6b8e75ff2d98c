/** The checks that need no run of the product, for `npm run check` and `npm test`: name and arguments of Node. */
import { inRoot, projectEnv } from "./programs.mjs";

const tool = (...path) => inRoot("node_modules", ...path);
const tsc = tool("typescript", "bin", "tsc");
/** By default four threads check types, each of which works out for itself what the others know too. */
const types = (project) => [tsc, "-p", project, "--checkers", "1"];

export const staticChecks = {
  "formatting and lint": [tool("@biomejs", "biome", "bin", "biome"), "check"],
  types: types("tsconfig.json"),
  "types of the panel": types("apps/web/tsconfig.json"),
  "promises that nobody awaits": [tool("oxlint", "bin", "oxlint"), "--type-aware"],
};

/** TypeScript and oxlint are programs in Go: they collect garbage less often, and each on one core. */
export const staticEnv = () => projectEnv({ GOGC: "400", GOMAXPROCS: "1" });

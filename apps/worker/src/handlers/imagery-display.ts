/** `imagery.display`: map tiles of one block of the map, made ahead. */
import type { Handler } from "../runner/job-context.ts";

export const displayImagery: Handler<"imagery.display"> = async () => {};

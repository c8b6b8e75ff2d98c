import { join } from "node:path";

/** The card of the model that comes with the product; NIHOL_MODEL names another. */
export const SHIPPED_CARD = join(import.meta.dirname, "../../../../models/crown.json");

import type { Reference } from "@nihol/contract/paging";
import type { Names } from "@nihol/contract/values/languages";

/** A reference to a row that a left join may have found; null where it found none. */
export const referenceTo = (id: number | null, name: Names | null): Reference | null =>
  id === null ? null : { id, name: name ?? {} };

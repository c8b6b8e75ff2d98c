/** Values out of JSON that somebody else wrote. */
export type Json = { [key: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
/** Of an asset: `thumbnail`, `visual`, `data`. */
export const rolesOf = (asset: Json): unknown[] => (Array.isArray(asset.roles) ? asset.roles : []);

export const districtKinds = ["district", "city"] as const;
export type DistrictKind = (typeof districtKinds)[number];

/** By what an outline of a file was known: its code, its own name, another of its names, or somebody's choice. */
export const matchedBy = ["code", "name", "other_name", "choice"] as const;

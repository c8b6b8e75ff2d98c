/** Place that the wall screen shows, kept by its address: a garden, a district, a region, or all that the person sees. */
export type WallSearch = { region?: string; district?: string; garden?: string };

const id = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? String(value) : undefined);

/** Parses the address; invalid values are left out. */
export const readWallSearch = ({
  region,
  district,
  garden,
}: Record<string, unknown>): WallSearch => ({
  region: id(region),
  district: id(district),
  garden: id(garden),
});

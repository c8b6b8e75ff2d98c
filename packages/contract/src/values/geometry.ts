export type MultiPolygon = { type: "MultiPolygon"; coordinates: number[][][][] };

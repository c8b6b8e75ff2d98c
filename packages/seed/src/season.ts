/**
 * The images of the demonstration's season: what the generator draws of each garden at which day. The fields that are
 * planted there belong to the planting tasks of `planting.ts`; one of them was never planted.
 */

/** Field planted in rows, as the generator of scenes takes it (`ScenePlanting` of the package vision). */
interface Field {
  /** Metres from the scene's middle to the field's. */
  east: number;
  north: number;
  /** Metres. */
  width: number;
  height: number;
  /** Crown radius in metres at the first, second and third image; 0 before planting. */
  radii: [number, number, number];
  /** Share of the trees that live, 0..1, at the three images. */
  living: [number, number, number];
  /** Metres from row to row, and from tree to tree in a row. */
  rows: number;
  spacing: number;
}

interface GardenSeason {
  /** Index in the demonstration's list of gardens. */
  garden: number;
  seed: number;
  /** Days before today of the first, second and third image. */
  ages: [number, number, number];
  /** Pixels a side, and metres a pixel. */
  size: number;
  gsdMeters: number;
  /** None: open ground. */
  fields?: Field[];
}

/** Image to be drawn: stored in `installation.demo_scenes` until its process is there. */
interface DemoImage {
  /** Row of the garden. */
  garden: number;
  lon: number;
  lat: number;
  seed: number;
  date: 0 | 1 | 2;
  /** Days before the first start. */
  age: number;
  size: number;
  gsdMeters: number;
  plantings?: Field[];
}

/** The orchard whose two images every demonstration has: a year apart, the second within the map's ten days. */
const first = { garden: 0, seed: 20, size: 1600, gsdMeters: 0.25 };
const firstAges = [389, 8] as const;

const season: GardenSeason[] = [
  // Poplars of four years that stand as reported: their rows are seen, and nobody has counted plots yet.
  {
    garden: 1,
    seed: 31,
    ages: [1700, 420, 12],
    size: 1640,
    gsdMeters: 0.3,
    fields: [
      {
        east: 0,
        north: 10,
        width: 160,
        height: 64,
        rows: 4,
        spacing: 4,
        radii: [0, 1, 1.3],
        living: [1, 0.95, 0.92],
      },
      // Beside the garden a stand whose crowns have closed: it is told in hectares.
      {
        east: 180,
        north: -185,
        width: 90,
        height: 80,
        rows: 5,
        spacing: 5,
        radii: [3.1, 3.3, 3.4],
        living: [1, 1, 1],
      },
    ],
  },
  // Poplars of a year on an image of half a metre a pixel: too small to be seen.
  {
    garden: 2,
    seed: 32,
    ages: [455, 190, 11],
    size: 900,
    gsdMeters: 0.5,
    fields: [
      {
        east: 0,
        north: 0,
        width: 330,
        height: 210,
        rows: 4,
        spacing: 2.7,
        radii: [0, 0.25, 0.4],
        living: [1, 0.95, 0.9],
      },
    ],
  },
  // Sixteen thousand fruit trees, a year and more in the ground; a tenth did not take.
  {
    garden: 3,
    seed: 33,
    ages: [560, 300, 9],
    size: 2000,
    gsdMeters: 0.3,
    fields: [
      {
        east: 0,
        north: 0,
        width: 480,
        height: 340,
        rows: 4,
        spacing: 2.55,
        radii: [0, 0.4, 0.8],
        living: [1, 0.93, 0.83],
      },
    ],
  },
  // Two thousand four hundred junipers were reported: the ground is as bare as it was.
  { garden: 4, seed: 34, ages: [600, 100, 7], size: 1000, gsdMeters: 0.3 },
];

interface Place {
  id: number;
  lon: number;
  lat: number;
}

/**
 * Images to be drawn, in the order in which they are read: the two of the first garden, then the season's.
 * @param gardens the demonstration's, in its order
 */
export function demoImages(gardens: Place[], isSmall: boolean): DemoImage[] {
  const at = (index: number) => {
    const { id, lon, lat } = gardens[index] as Place;
    return { garden: id, lon, lat };
  };
  const { garden, ...look } = first;
  const two = firstAges.map((age, date) => ({ ...at(garden), ...look, date: date as 0 | 1, age }));
  if (isSmall) return two;
  const rest = season.flatMap(({ garden, ages, fields, ...look }) =>
    ages.map((age, date) => ({
      ...at(garden),
      ...look,
      date: date as 0 | 1 | 2,
      age,
      plantings: fields ?? [],
    })),
  );
  return [...two, ...rest];
}

import { elevationByAzimuth, sunPosition } from "@nihol/geo/sun-position";
import { cutPixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { boxOfPlant, drawScrub } from "@nihol/vision/scene/scrub-scene";
import { partShrubs } from "@nihol/vision/shrubs/dry-land";
import { describe, expect, test } from "vitest";

describe("the sun's position", () => {
  // Published example of the Solar Position Algorithm (Reda and Andreas 2004, NREL/TP-560-34302): 39.743° N, 105.178° W,
  // 17 October 2003, 12:30:30 local time (UTC−7): zenith 50.11°, azimuth 194.34°.
  test("is that of the published example", () => {
    const sun = sunPosition(new Date("2003-10-17T19:30:30Z"), -105.1786, 39.742476);
    expect(90 - sun.elevation).toBeCloseTo(50.11, 1);
    expect(sun.azimuth).toBeCloseTo(194.34, 1);
  });

  test("follows from the day and the direction of shadows alone", () => {
    for (const hour of [4, 6, 8, 10]) {
      const at = new Date(`2026-06-15T${String(hour).padStart(2, "0")}:00:00Z`);
      const sun = sunPosition(at, 68.78, 38.56);
      const elevation = elevationByAzimuth("2026-06-15", 38.56, sun.azimuth) ?? 0;
      expect(Math.abs(elevation - sun.elevation)).toBeLessThan(0.3);
    }
    // In midwinter the sun never stands in the north-east.
    expect(elevationByAzimuth("2026-12-21", 38.56, 50)).toBeUndefined();
  });
});

describe("shrubs of dry land", () => {
  const GSD = 0.2;
  const sun = { dx: 0.6, dy: -0.8, shadowLength: 1 };
  const nothing = { capturedOn: null, latitude: null, northUp: true };
  /** Detections of a perfect detector: the larger plants, as wide as they were drawn. */
  const found = (seed: number) => {
    const drawn = drawScrub({ seed, side: 60, shrubs: 220, trees: 30, sun });
    const plants = drawn.plants
      .filter(({ radius, x, y }) => radius >= 0.6 && Math.max(x, y) < 60 && Math.min(x, y) > 0)
      .map((plant) => ({ ...plant, box: boxOfPlant(plant, GSD) }))
      .map((plant) => ({ ...plant, x: plant.x / GSD, y: plant.y / GSD }));
    return { plants, pixels: photographPlanting(drawn, GSD, 4, seed) };
  };
  const whole = { x: 0, y: 0, width: 300, height: 300 };

  test("are told from trees, and stand beside them", async () => {
    const { plants, pixels } = found(3);
    const { trees, shrubs } = await partShrubs(pixelSource(pixels), GSD, whole, plants, nothing);
    expect(trees.length + shrubs.length).toBe(plants.length);
    const isTree = trees.filter(({ kind }) => kind === "tree").length;
    const all = plants.filter(({ kind }) => kind === "tree").length;
    expect(all).toBeGreaterThan(5);
    expect(isTree).toBe(all);
    expect(trees.length - isTree).toBeLessThan(0.15 * (plants.length - all));
  });

  test("are the same wherever an image of known place is cut", async () => {
    const { plants, pixels } = found(4);
    const shrubsAfter = async (x: number) => {
      const groundPixel = [-100 + x, 0] as const;
      const cut = cutPixels(pixels, { x: 0, y: 0 }, { x, y: 0, width: 300 - x, height: 300 });
      const moved = plants
        .filter((plant) => plant.x >= x)
        .map((plant) => ({ ...plant, x: plant.x - x }))
        .map(({ box: [x0, y0, x1, y1], ...of }) => ({
          ...of,
          box: [x0 - x, y0, x1 - x, y1] as const,
        }));
      const source = { ...pixelSource(cut), groundPixel };
      const { shrubs } = await partShrubs(
        source,
        GSD,
        { ...whole, width: 300 - x },
        moved,
        nothing,
      );
      return shrubs
        .map((shrub) => ({ x: Math.round(shrub.x + x), y: Math.round(shrub.y) }))
        .filter((shrub) => shrub.x >= 100);
    };
    const first = await shrubsAfter(0);
    expect(first.length).toBeGreaterThan(3);
    for (const x of [37, 88]) expect(await shrubsAfter(x)).toEqual(first);
  });

  test("have a height by their shadow where day and place are known", async () => {
    const { plants, pixels } = found(4);
    // Shadows to the north-north-east, as long as things are high: the sun in the south-south-west at 45°.
    const day = { capturedOn: "2026-04-01", latitude: 45, northUp: true };
    const { shrubs } = await partShrubs(pixelSource(pixels), GSD, whole, plants, day);
    expect(shrubs.length).toBeGreaterThan(10);
    const heights = shrubs.map(({ heightMeters }) => heightMeters ?? Number.NaN);
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    expect(mean).toBeGreaterThan(0.5);
    expect(mean).toBeLessThan(1.6);
    expect(Math.max(...heights)).toBeLessThan(2.2);
  });

  test("are not the trees of a young planting, which stand in order", async () => {
    const plan = {
      seed: 5,
      ground: "sand",
      crownMeters: 1.5,
      rows: 4,
      spacing: 3,
      gaps: 0.1,
    } as const;
    const drawn = drawPlanting({ ...plan, sun, side: 60 });
    const plants = drawn.places
      .filter(({ stands }) => stands)
      .map(({ x, y }) => ({
        ...{ x: x / GSD, y: y / GSD },
        box: boxOfPlant({ x, y, radius: 0.75, height: 1, kind: "tree" }, GSD),
      }));
    const pixels = photographPlanting(drawn, GSD, 4, 5);
    const { shrubs } = await partShrubs(pixelSource(pixels), GSD, whole, plants, nothing);
    expect(shrubs).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Settlement = [latitude: number, longitude: number, tg: string, ...names: string[]];
type District = { name: { tg: string }; center: [longitude: number, latitude: number] };
const read = <T>(path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as T;

const kmPerDegree = 111.3;

test("a district that is called after a settlement has its middle near it", () => {
  const settlements = read<Settlement[]>("../../src/features/shell/settlements.json");
  const districts = read<District[]>("../../../../packages/seed/seed/territory/districts.json");
  const far = districts.flatMap(({ name: { tg }, center: [lon, lat] }) => {
    const own = settlements.filter(([, , name]) => name === tg);
    const km = own.map(([latitude, longitude]) =>
      Math.hypot(latitude - lat, (longitude - lon) * Math.cos((lat * Math.PI) / 180)),
    );
    return own.length > 0 && Math.min(...km) * kmPerDegree > 60 ? [tg] : [];
  });
  expect(far).toEqual([]);
});

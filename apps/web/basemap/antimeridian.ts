/** Cuts outlines at the 180th meridian: a ring that jumps from 180 to -180 would be drawn around the whole Earth. */
export type Ring = [number, number][];

/** Longitudes without jumps: beyond 180 degrees where the ring crosses the meridian. */
function unwrapped(ring: Ring): Ring {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([lon, lat]) => {
    if (lon - before > 180) turn -= 360;
    if (lon - before < -180) turn += 360;
    before = lon;
    return [lon + turn, lat];
  });
}

/** The part of a closed ring on one side of a meridian (Sutherland and Hodgman, 1974). */
function side(ring: Ring, meridian: number, keeps: (lon: number) => boolean): Ring {
  const kept: Ring = [];
  for (const [index, [lon, lat]] of ring.entries()) {
    const [lastLon, lastLat] = ring[index - 1] ?? ring.at(-1) ?? [lon, lat];
    if (keeps(lon) !== keeps(lastLon)) {
      const share = (meridian - lastLon) / (lon - lastLon);
      kept.push([meridian, lastLat + share * (lat - lastLat)]);
    }
    if (keeps(lon)) kept.push([lon, lat]);
  }
  const [first] = kept;
  if (first && kept.at(-1)?.join() !== first.join()) kept.push(first);
  return kept;
}

/** A ring around the South Pole, opened at the meridian and led along it to the pole. */
function polar(ring: Ring): Ring {
  const jump = ring.findIndex(
    ([lon], i) => i > 0 && Math.abs(lon - (ring[i - 1]?.[0] ?? lon)) > 180,
  );
  const open = [...ring.slice(jump), ...ring.slice(1, jump)];
  const end = Math.sign(open.at(-1)?.[0] ?? 1) * 180;
  const lat = open.at(-1)?.[1] ?? -90;
  return [...open, [end, lat], [end, -90], [-end, -90], [-end, lat], open[0] ?? [-end, lat]];
}

/** The ring as parts within -180 to 180 degrees: itself, when it does not cross the meridian. */
export function cutAtAntimeridian(ring: Ring): Ring[] {
  const plain = unwrapped(ring);
  const lons = plain.map(([lon]) => lon);
  if (Math.abs((lons.at(-1) ?? 0) - (lons[0] ?? 0)) > 180) return [polar(ring)];
  const parts = [-360, 0, 360].map((turn) => {
    const west = side(plain, turn - 180, (lon) => lon >= turn - 180);
    const both = side(west, turn + 180, (lon) => lon <= turn + 180);
    return both.map(([lon, lat]): [number, number] => [lon - turn, lat]);
  });
  return parts.filter((part) => part.length > 3);
}

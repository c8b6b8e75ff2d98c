import type { RequestParameters } from "maplibre-gl";
import { apiAddress, callHeaders, renew } from "../../lib/api/api.ts";
import { accessToken } from "../../lib/api/session.ts";

/** A template of tiles of the API, absolute: workers know no base address. */
export function tileAddress(path: string, params: Parameters<typeof apiAddress>[1] = {}): string {
  return location.origin + apiAddress(path, params);
}

/** MapLibre fetches tiles by itself; ours carry the person's right to them. */
export function withCallHeaders(url: string): RequestParameters {
  return url.startsWith(tileAddress("/")) ? { url, headers: callHeaders() } : { url };
}

type Refreshable = { getSource: (id: string) => unknown; refreshTiles: (id: string) => void };

/** A tile was refused: when the access token had run out, trades it and fetches the tiles again. */
export async function handleTileError(
  map: Refreshable,
  event: { error?: unknown; sourceId?: string },
): Promise<void> {
  const status = (event.error as { status?: number } | undefined)?.status;
  if (status !== 401 || !event.sourceId) return;
  if ((await renew(accessToken())) && map.getSource(event.sourceId))
    map.refreshTiles(event.sourceId);
}

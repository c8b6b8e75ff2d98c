import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { FolderStore } from "@nihol/store/files/file-store";
import { openRaster } from "@nihol/vision/raster/raster";
import { makeShard, planShards } from "@nihol/vision/render/shard";

/** The tiles that `imagery.display` makes after a process. @returns seconds that it took */
export async function storeTiles(
  files: FolderStore,
  image: number,
  key: string,
  facts: ImageMetadata,
): Promise<number> {
  const begin = performance.now();
  const raster = await openRaster(files.path(key), facts);
  for (const { z, bx, by } of planShards(facts).shards) {
    const target = `${files.path(key)}.${z}-${bx}-${by}.tif`;
    await makeShard(raster, { z, bx, by }, target, { stretch: facts.stretch });
    await files.put(`image/${image}/display/${z}/${bx}_${by}.tif`, { moveFrom: target });
  }
  return (performance.now() - begin) / 1000;
}

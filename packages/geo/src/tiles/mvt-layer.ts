/**
 * Writes a layer of a Mapbox Vector Tile, version 2.1 of the specification
 * (https://github.com/mapbox/vector-tile-spec). Written by hand, since general encoders make an object of each feature
 * first; `npm run bench -- tiles` measures what a tile takes.
 */
import {
  type ByteBuffer,
  byteBuffer,
  finish,
  writeBytesField,
  writeDoubleField,
  writeRaw,
  writeVarint,
  writeVarintField,
} from "./protobuf.ts";

/** Units along one side of a tile. */
export const EXTENT = 4096;
export const POINT = 1;
export const POLYGON = 3;

export type TileValue = string | number | boolean;

/** A layer being written. Keys and values are stored once and referred to by number. */
interface LayerDraft {
  name: string;
  features: ByteBuffer;
  /** Scratch buffers, emptied for every feature: new ones would cost more than the writing. */
  feature: ByteBuffer;
  packedTags: ByteBuffer;
  keys: Map<string, number>;
  values: Map<TileValue, number>;
}

const text = new TextEncoder();

/** Numbers of fields, as `vector_tile.proto` of the specification has them. */
const TILE = { layers: 3 } as const;
const LAYER = { name: 1, features: 2, keys: 3, values: 4, extent: 5, version: 15 } as const;
const FEATURE = { id: 1, tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { string: 1, double: 3, uint: 5, bool: 7 } as const;
const VERSION = 2;

export function layerDraft(name: string, capacity = 4096): LayerDraft {
  return {
    name,
    features: byteBuffer(capacity),
    feature: byteBuffer(64),
    packedTags: byteBuffer(16),
    keys: new Map(),
    values: new Map(),
  };
}

function numberIn<T>(table: Map<T, number>, entry: T): number {
  const known = table.get(entry);
  if (known !== undefined) return known;
  table.set(entry, table.size);
  return table.size - 1;
}

/** The pair of numbers that stands for `key = value` in a feature of this layer. */
export function tag(layer: LayerDraft, key: string, value: TileValue): [number, number] {
  return [numberIn(layer.keys, key), numberIn(layer.values, value)];
}

/** Adds a feature. `geometry` holds the packed commands; `id` is a whole number up to 2^53. */
export function addFeature(
  layer: LayerDraft,
  kind: typeof POINT | typeof POLYGON,
  tags: number[],
  geometry: Uint8Array,
  id?: number,
): void {
  const { feature, packedTags } = layer;
  feature.length = 0;
  if (id !== undefined) writeVarintField(feature, FEATURE.id, id);
  if (tags.length > 0) {
    packedTags.length = 0;
    for (const number of tags) writeVarint(packedTags, number);
    writeBytesField(feature, FEATURE.tags, finish(packedTags));
  }
  writeVarintField(feature, FEATURE.type, kind);
  writeBytesField(feature, FEATURE.geometry, geometry);
  writeBytesField(layer.features, LAYER.features, finish(feature));
}

function valueMessage(value: TileValue): Uint8Array {
  const message = byteBuffer(16);
  if (typeof value === "string") writeBytesField(message, VALUE.string, text.encode(value));
  else if (typeof value === "boolean") writeVarintField(message, VALUE.bool, value ? 1 : 0);
  else if (Number.isSafeInteger(value) && value >= 0) writeVarintField(message, VALUE.uint, value);
  else writeDoubleField(message, VALUE.double, value);
  return finish(message);
}

/** A whole tile of these layers. Layers without features are left out, so an empty tile has no bytes. */
export function encodeTile(layers: LayerDraft[]): Uint8Array {
  const tile = byteBuffer();
  for (const layer of layers) {
    if (layer.features.length === 0) continue;
    const message = byteBuffer(layer.features.length + 1024);
    writeVarintField(message, LAYER.version, VERSION);
    writeBytesField(message, LAYER.name, text.encode(layer.name));
    // Features carry their field header already, so they go in as they are.
    writeRaw(message, finish(layer.features));
    for (const key of layer.keys.keys()) writeBytesField(message, LAYER.keys, text.encode(key));
    for (const value of layer.values.keys())
      writeBytesField(message, LAYER.values, valueMessage(value));
    writeVarintField(message, LAYER.extent, EXTENT);
    writeBytesField(tile, TILE.layers, finish(message));
  }
  return finish(tile);
}

import { gzipSync } from 'node:zlib';
import { computeTileId } from '#contract/map/pmtiles.ts';

/** Writes minimal archives and tiles, for tests of the code that reads them. */
export type ArchiveTile = { readonly z: number; readonly x: number; readonly y: number; readonly data: Uint8Array };
type Entry = readonly [id: number, offset: number, length: number, run: number];

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]);
const directory = (entries: readonly Entry[]): Buffer => {
  const ids = entries.map(([id], at) => id - (entries[at - 1]?.[0] ?? 0));
  const columns = [ids, entries.map((e) => e[3]), entries.map((e) => e[2]), entries.map((e) => e[1] + 1)];
  return gzipSync(Buffer.from([...varint(entries.length), ...columns.flat().flatMap(varint)]));
};

/** Puts `leafSize` tiles into each leaf directory; without it all are in the root. */
export function makeTileArchive(tiles: readonly ArchiveTile[], metadata: object, leafSize?: number): Buffer {
  let end = 0;
  const packed = tiles.map((tile) => ({ id: computeTileId(tile.z, tile.x, tile.y), bytes: gzipSync(tile.data) })).sort((a, b) => a.id - b.id);
  const entries = packed.map(({ id, bytes }): Entry => {
    end += bytes.length;
    return [id, end - bytes.length, bytes.length, 1];
  });
  const leaves: Buffer[] = [];
  const pointers: Entry[] = [];
  for (let at = 0; leafSize && at < entries.length; at += leafSize) {
    const leaf = directory(entries.slice(at, at + leafSize));
    pointers.push([entries[at]?.[0] ?? 0, leaves.reduce((sum, one) => sum + one.length, 0), leaf.length, 0]);
    leaves.push(leaf);
  }
  const root = directory(leafSize ? pointers : entries);
  const said = gzipSync(JSON.stringify(metadata));
  const head = Buffer.alloc(127);
  head.write('PMTiles');
  head[7] = 3;
  const parts = [root, said, Buffer.concat(leaves), Buffer.concat(packed.map(({ bytes }) => bytes))];
  let offset = head.length;
  parts.forEach((part, at) => {
    head.writeBigUInt64LE(BigInt(offset), 8 + at * 16);
    head.writeBigUInt64LE(BigInt(part.length), 16 + at * 16);
    offset += part.length;
  });
  head.set([1, 2, 2, 1, 0, Math.max(0, ...tiles.map(({ z }) => z))], 96);
  [33, -5, 43, 6].forEach((degrees, at) => void head.writeInt32LE(degrees * 1e7, 102 + at * 4));
  return Buffer.concat([head, ...parts]);
}

const field = (number: number, bytes: readonly number[]): number[] => [(number << 3) | 2, ...varint(bytes.length), ...bytes];
const zigzag = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2);

/** A vector tile with one line across it, of the given kind of road. */
export function makeRoadTile(layer: string, key: string, kind: string): Uint8Array {
  const text = (value: string) => [...Buffer.from(value)];
  const line = [9, zigzag(0), zigzag(2048), 10, zigzag(4096), zigzag(0)].flatMap(varint);
  const feature = [...field(2, [0, 0]), 3 << 3, 2, ...field(4, line)];
  const value = field(1, text(kind));
  return Uint8Array.from(
    field(3, [15 << 3, 2, ...field(1, text(layer)), ...field(2, feature), ...field(3, text(key)), ...field(4, value), 5 << 3, ...varint(4096)]),
  );
}

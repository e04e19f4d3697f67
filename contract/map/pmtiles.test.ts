import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ArchiveTile, makeTileArchive } from '#test/servers/pmtiles.ts';
import { computeTileId, openTileArchive } from './pmtiles.ts';

const arrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
const open = (archive: Buffer, asked: [number, number][] = []) =>
  openTileArchive(
    async (from, length) => {
      asked.push([from, length]);
      return arrayBuffer(archive.subarray(from, from + length));
    },
    async (bytes) => arrayBuffer(gunzipSync(new Uint8Array(bytes))),
  );
const told = { attribution: '© Somebody', vector_layers: [{ id: 'roads' }, { id: 'water' }] };
const tile = fc.integer({ min: 0, max: 14 }).chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));
const tiles = fc.uniqueArray(tile, { selector: ({ z, x, y }) => `${z}/${x}/${y}`, minLength: 1, maxLength: 40 });
const filled = (places: readonly { z: number; x: number; y: number }[]): ArchiveTile[] =>
  places.map((place) => ({ ...place, data: Buffer.from(`${place.z}/${place.x}/${place.y}`) }));

describe('PMTiles archive', () => {
  test.each([
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ])('tile %i/%i/%i has the id %i of the PMTiles specification', (z, x, y, id) => expect(computeTileId(z, x, y)).toBe(id));

  test('every tile has a unique id, higher than all ids of lower zoom levels', () => {
    const ids = Array.from({ length: 64 }, (_, at) => computeTileId(3, at % 8, Math.floor(at / 8))).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 64 }, (_, at) => 21 + at));
  });

  test('returns every stored tile from root or leaf directories, and nothing for other tiles', () =>
    fc.assert(
      fc.asyncProperty(tiles, fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }), tile, async (places, leafSize, other) => {
        const read = await open(makeTileArchive(filled(places), told, leafSize));
        for (const { z, x, y } of places) expect(Buffer.from((await read.tile(z, x, y)) ?? new ArrayBuffer(0)).toString()).toBe(`${z}/${x}/${y}`);
        const isIn = places.some(({ z, x, y }) => z === other.z && x === other.x && y === other.y);
        expect((await read.tile(other.z, other.x, other.y)) === null).toBe(!isIn);
      }),
      { numRuns: 60 },
    ));

  test('returns its metadata and fetches a leaf directory only once', async () => {
    const asked: [number, number][] = [];
    const places = [0, 1, 2, 3].map((x) => ({ z: 2, x, y: 1 }));
    const read = await open(makeTileArchive(filled(places), told, 4), asked);
    expect(read).toMatchObject({ minZoom: 0, maxZoom: 2, attribution: '© Somebody', layers: ['roads', 'water'], bounds: [33, -5, 43, 6] });
    await read.tile(2, 0, 1);
    const before = asked.length;
    await read.tile(2, 1, 1);
    expect(asked.length - before).toBe(1);
  });

  test('rejects a file that is not an archive', async () => {
    await expect(open(Buffer.from('<html>no'))).rejects.toThrow('PMTiles');
    await expect(open(Buffer.alloc(200))).rejects.toThrow('PMTiles');
  });
});

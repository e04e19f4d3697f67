import { requiredId } from '#contract/kernel/required-id.ts';
/**
 * Reads tiles of one PMTiles archive (version 3) by range requests: the header, directories of tile positions, and tiles.
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export type RangeReader = (from: number, length: number) => Promise<ArrayBuffer>;
export type Decompressor = (bytes: ArrayBuffer) => Promise<ArrayBuffer>;

type Entry = { readonly id: number; readonly offset: number; readonly length: number; readonly run: number };
export type TileArchiveHeader = {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: readonly [number, number, number, number];
  readonly attribution: string;
  /** Layer names in the tiles, which identify their schema. */
  readonly layers: readonly string[];
};
export type TileArchive = TileArchiveHeader & { readonly tile: (z: number, x: number, y: number) => Promise<ArrayBuffer | null> };

/** The header and root directory are always within these bytes. */
const firstBytes = 16_384;
const headerBytes = 127;
const none = 1;
const gzip = 2;
const vector = 1;
const deepest = 3;

/** The id of a tile in the archive: all smaller zooms first, then along the Hilbert curve. */
export function computeTileId(z: number, x: number, y: number): number {
  let [d, tx, ty] = [0, x, y];
  for (let s = 2 ** z / 2; s >= 1; s /= 2) {
    const [rx, ry] = [tx & s ? 1 : 0, ty & s ? 1 : 0];
    d += s * s * ((3 * rx) ^ ry);
    if (ry === 0) [tx, ty] = rx ? [s - 1 - ty, s - 1 - tx] : [ty, tx];
  }
  return (4 ** z - 1) / 3 + d;
}

/** Variable-length integers, seven bits a byte; those of an archive stay under 2^53. */
function varints(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('a tile directory is incomplete');
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
  };
}

export function readTileDirectory(buffer: ArrayBuffer): Entry[] {
  const next = varints(new Uint8Array(buffer));
  const count = next();
  const column = () => Array.from({ length: count }, next);
  let last = 0;
  const ids = column().map((step) => (last += step));
  const [runs, lengths, offsets] = [column(), column(), column()];
  let end = 0;
  return ids.map((id, at) => {
    const [run = 0, length = 0, said = 0] = [runs[at], lengths[at], offsets[at]];
    const offset = said === 0 ? end : said - 1;
    end = offset + length;
    return { id, offset, length, run };
  });
}

/** The last entry that starts at or before a tile: its run contains it, or it is a directory (run 0) that may. */
export function findTileEntry(entries: readonly Entry[], id: number): Entry | null {
  let [low, high] = [0, entries.length - 1];
  while (low <= high) {
    const mid = (low + high) >> 1;
    if (requiredId(entries[mid]?.id, 'an entry of a tile directory') <= id) low = mid + 1;
    else high = mid - 1;
  }
  const entry = entries[high];
  return entry && (entry.run === 0 || id < entry.id + entry.run) ? entry : null;
}

export async function openTileArchive(part: RangeReader, unpack: Decompressor): Promise<TileArchive> {
  const start = await part(0, firstBytes);
  const head = new DataView(start);
  const signed = start.byteLength >= headerBytes ? new TextDecoder().decode(start.slice(0, 7)) : '';
  if (signed !== 'PMTiles' || head.getUint8(7) !== 3) throw new Error('the file is not a PMTiles archive of version 3');
  const long = (at: number) => Number(head.getBigUint64(at, true));
  const degrees = (at: number) => head.getInt32(at, true) / 1e7;
  const [packing, tilePacking] = [head.getUint8(97), head.getUint8(98)];
  if (head.getUint8(99) !== vector || ![packing, tilePacking].every((one) => one === none || one === gzip))
    throw new Error('only vector tiles without compression or with gzip are supported');
  const open = (bytes: ArrayBuffer, how: number) => (how === gzip ? unpack(bytes) : Promise.resolve(bytes));

  const root = readTileDirectory(await open(start.slice(long(8), long(8) + long(16)), packing));
  const said = JSON.parse(new TextDecoder().decode(await open(await part(long(24), long(32)), packing))) as {
    attribution?: unknown;
    vector_layers?: unknown;
  };
  const leaves = new Map<number, Promise<Entry[]>>();
  const leaf = ({ offset, length }: Entry): Promise<Entry[]> => {
    const known = leaves.get(offset) ?? part(long(40) + offset, length).then(async (bytes) => readTileDirectory(await open(bytes, packing)));
    leaves.set(offset, known);
    // A failed leaf is fetched again for the next tile.
    known.catch(() => leaves.delete(offset));
    return known;
  };

  return {
    minZoom: head.getUint8(100),
    maxZoom: head.getUint8(101),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    attribution: typeof said.attribution === 'string' && said.attribution ? said.attribution : '© OpenStreetMap',
    layers: Array.isArray(said.vector_layers) ? said.vector_layers.map((layer: { id?: unknown }) => String(layer.id)) : [],
    async tile(z, x, y) {
      const id = computeTileId(z, x, y);
      let entries = root;
      for (let depth = 0; depth <= deepest; depth++) {
        const entry = findTileEntry(entries, id);
        if (!entry) return null;
        if (entry.run > 0) return open(await part(long(56) + entry.offset, entry.length), tilePacking);
        entries = await leaf(entry);
      }
      return null;
    },
  };
}

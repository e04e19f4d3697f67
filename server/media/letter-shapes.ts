import { Reader } from './letter-reader.ts';

export type Point = { readonly x: number; readonly y: number; readonly on: boolean };
export type Contours = readonly (readonly Point[])[];
type Part = { readonly glyph: number; readonly place: readonly [number, number, number, number, number, number] };
type Glyph = { readonly contours: Contours } | { readonly parts: readonly Part[] };

/** The shapes of a WOFF2 font: its `glyf` table comes as seven streams, each read along (WOFF2, section 5.1). */
export function glyphsOf(table: Buffer): (glyph: number) => Contours {
  const head = new Reader(table);
  head.at = 4;
  const count = head.u16();
  head.u16();
  const sizes = Array.from({ length: 7 }, () => head.u32());
  const streams = sizes.map((size) => {
    head.at += size;
    return new Reader(table.subarray(head.at - size, head.at));
  });
  const [contourCounts, pointCounts, flags, data, composites] = streams as [Reader, Reader, Reader, Reader, Reader];
  const glyphs: Glyph[] = Array.from({ length: count }, () => {
    const contours = contourCounts.i16();
    if (contours === 0) return { contours: [] };
    if (contours > 0) return { contours: simple(contours, pointCounts, flags, data) };
    const { parts, instructed } = composite(composites);
    if (instructed) data.u255();
    return { parts };
  });
  const shape = (glyph: number, depth = 0): Contours => {
    const found = glyphs[glyph];
    if (!found || depth > 4) return [];
    if ('contours' in found) return found.contours;
    return found.parts.flatMap(({ glyph: part, place: [a, b, c, d, dx, dy] }) =>
      shape(part, depth + 1).map((points) => points.map(({ x, y, on }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, on }))),
    );
  };
  return shape;
}

function simple(contours: number, pointCounts: Reader, flags: Reader, data: Reader): Contours {
  const counts = Array.from({ length: contours }, () => pointCounts.u255());
  let [x, y] = [0, 0];
  const shapes = counts.map((points) =>
    Array.from({ length: points }, () => {
      const flag = flags.u8();
      const [dx, dy] = step(flag & 127, data);
      x += dx;
      y += dy;
      return { x, y, on: flag < 128 };
    }),
  );
  // Instructions are for screens of another age; only their number stands here.
  data.u255();
  return shapes;
}

/** How far to the next point: the flag says how many bits each way takes, and which way it goes. */
function step(flag: number, data: Reader): readonly [number, number] {
  const sign = (bit: number, value: number): number => (bit & 1 ? value : -value);
  if (flag < 10) return [0, sign(flag, ((flag & 14) << 7) + data.u8())];
  if (flag < 20) return [sign(flag, (((flag - 10) & 14) << 7) + data.u8()), 0];
  if (flag < 84) {
    const [base, byte] = [flag - 20, data.u8()];
    return [sign(flag, 1 + (base & 48) + (byte >> 4)), sign(flag >> 1, 1 + ((base & 12) << 2) + (byte & 15))];
  }
  if (flag < 120) {
    const base = flag - 84;
    return [sign(flag, 1 + (Math.floor(base / 12) << 8) + data.u8()), sign(flag >> 1, 1 + (((base % 12) >> 2) << 8) + data.u8())];
  }
  if (flag < 124) {
    const [one, two, three] = [data.u8(), data.u8(), data.u8()];
    return [sign(flag, (one << 4) + (two >> 4)), sign(flag >> 1, ((two & 15) << 8) + three)];
  }
  return [sign(flag, data.u16()), sign(flag >> 1, data.u16())];
}

/** An accented letter is a letter and an accent, each put in its place. */
function composite(from: Reader): { parts: Part[]; instructed: boolean } {
  const parts: Part[] = [];
  let [flags, instructed] = [0x20, false];
  while (flags & 0x20) {
    flags = from.u16();
    const glyph = from.u16();
    const wide = (flags & 1) !== 0;
    const offset = () => (wide ? from.i16() : (from.u8() << 24) >> 24);
    const [dx, dy] = [offset(), offset()];
    const factor = () => from.i16() / 16384;
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & 0x8) a = d = factor();
    else if (flags & 0x40) [a, d] = [factor(), factor()];
    else if (flags & 0x80) [a, b, c, d] = [factor(), factor(), factor(), factor()];
    instructed ||= (flags & 0x100) !== 0;
    parts.push({ glyph, place: [a, b, c, d, dx, dy] });
  }
  return { parts, instructed };
}

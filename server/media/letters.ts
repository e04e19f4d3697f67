import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { Reader } from './letter-reader.ts';
import { type Contours, glyphsOf } from './letter-shapes.ts';

/**
 * Our own typefaces as outlines. Text drawn through the system's fonts looks different on every server and is missing on one without
 * any; the files the pages use are here anyway. Only what a line of Latin text needs is read, at the weight the file starts from.
 */
export type Letters = {
  /** A line as an SVG path from (0, 0) on its base line, and how wide it is. */
  readonly write: (text: string, size: number) => { readonly path: string; readonly width: number };
};

const tags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';
const tagAt = (n: number): string => tags.slice(n * 5, n * 5 + 4);

/** WOFF2: a directory, then all tables in one Brotli stream; `glyf` is taken apart so that it packs better. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  const head = new Reader(file);
  const [count, packed] = [file.readUInt16BE(12), file.readUInt32BE(20)];
  head.at = 48;
  const entries = Array.from({ length: count }, () => {
    const flags = head.u8();
    const tag = (flags & 63) === 63 ? head.text(4) : tagAt(flags & 63);
    const own = head.base128();
    const taken = tag === 'glyf' || tag === 'loca' ? flags >> 6 === 0 : flags >> 6 !== 0;
    if (taken && tag !== 'glyf' && tag !== 'loca') throw new Error(`${tag} is packed in a way we do not read`);
    return { tag, length: taken ? head.base128() : own };
  });
  const data = brotliDecompressSync(file.subarray(head.at, head.at + packed));
  let at = 0;
  return new Map(
    entries.map(({ tag, length }) => {
      at += length;
      return [tag, data.subarray(at - length, at)] as const;
    }),
  );
}

/** Characters to glyphs: the segments of format 4, which every Latin font has. */
function charactersOf(cmap: Buffer): (code: number) => number {
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const at = cmap.readUInt32BE(4 + n * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const twice = cmap.readUInt16BE(at + 6);
    const [ends, starts] = [at + 14, at + 16 + twice];
    const [deltas, ranges] = [starts + twice, starts + 2 * twice];
    return (code) => {
      for (let k = 0; k < twice; k += 2) {
        if (code > cmap.readUInt16BE(ends + k)) continue;
        if (code < cmap.readUInt16BE(starts + k)) return 0;
        const [delta, range] = [cmap.readUInt16BE(deltas + k), cmap.readUInt16BE(ranges + k)];
        if (range === 0) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(ranges + k + range + 2 * (code - cmap.readUInt16BE(starts + k)));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('the font has no characters we can find');
}

export function openLetters(path: string): Letters {
  const tables = tablesOf(readFileSync(createRequire(import.meta.url).resolve(path)));
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`${path} has no ${tag}`);
    return found;
  };
  const em = table('head').readUInt16BE(18);
  const widths = table('hhea').readUInt16BE(34);
  const hmtx = table('hmtx');
  const glyphs = glyphsOf(table('glyf'));
  const glyphOf = charactersOf(table('cmap'));
  const advance = (glyph: number): number => hmtx.readUInt16BE(Math.min(glyph, widths - 1) * 4);
  return {
    write(text, size) {
      const scale = size / em;
      let [x, path] = [0, ''];
      for (const letter of text.normalize('NFC')) {
        const glyph = glyphOf(letter.codePointAt(0) ?? 0);
        path += outline(glyphs(glyph), scale, x);
        x += advance(glyph) * scale;
      }
      return { path, width: x };
    },
  };
}

/** TrueType's curves: between two points off the line stands one on it, unsaid. */
function outline(contours: Contours, scale: number, left: number): string {
  const at = (x: number, y: number): string => `${(left + x * scale).toFixed(1)} ${(-y * scale).toFixed(1)}`;
  return contours
    .map((points) => {
      const first = points[0];
      if (!first) return '';
      const last = points.at(-1) ?? first;
      const start = first.on ? first : last.on ? last : { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, on: true };
      let path = `M${at(start.x, start.y)}`;
      for (const [n, point] of points.entries()) {
        if (point.on) {
          if (point !== start) path += `L${at(point.x, point.y)}`;
          continue;
        }
        const next = points[n + 1] ?? start;
        const end = next.on ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
        path += `Q${at(point.x, point.y)} ${at(end.x, end.y)}`;
      }
      return `${path}Z`;
    })
    .join('');
}

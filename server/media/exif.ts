import { clock } from '#contract/time/clock.ts';
/** Reads the time and place that a camera wrote into a picture, before metadata is stripped. Nothing else is read. */
export type CaptureInfo = { readonly at: Date | null; readonly lat: number | null; readonly lng: number | null };
export const noCaptureInfo: CaptureInfo = { at: null, lat: null, lng: null };

const tags = { exif: 0x8769, gps: 0x8825, taken: 0x9003, offset: 0x9011, latRef: 1, lat: 2, lngRef: 3, lng: 4 } as const;
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };

type Field = { readonly type: number; readonly count: number; readonly at: number };
type Directory = ReadonlyMap<number, Field>;

/** Reads the TIFF block in the picture. Invalid data counts as absent, because cameras and editors write wrong values. */
export function readCaptureInfo(exif: Uint8Array | undefined): CaptureInfo {
  if (!exif) return noCaptureInfo;
  try {
    const buffer = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
    return new Tiff(buffer.toString('latin1', 0, 6) === 'Exif\0\0' ? buffer.subarray(6) : buffer).taken();
  } catch {
    return noCaptureInfo;
  }
}

class Tiff {
  readonly data: Buffer;
  readonly little: boolean;
  constructor(data: Buffer) {
    this.data = data;
    this.little = data.toString('latin1', 0, 2) === 'II';
  }

  taken(): CaptureInfo {
    const root = this.directory(this.long(4));
    const exif = this.below(root, tags.exif);
    const gps = this.below(root, tags.gps);
    const lat = this.degrees(gps, tags.lat, tags.latRef, 'S', 90);
    const lng = this.degrees(gps, tags.lng, tags.lngRef, 'W', 180);
    const placed = lat !== null && lng !== null && !(lat === 0 && lng === 0);
    return { at: momentOf(this.text(exif, tags.taken), this.text(exif, tags.offset)), lat: placed ? lat : null, lng: placed ? lng : null };
  }

  long = (at: number): number => (this.little ? this.data.readUInt32LE(at) : this.data.readUInt32BE(at));
  short = (at: number): number => (this.little ? this.data.readUInt16LE(at) : this.data.readUInt16BE(at));

  directory(at: number): Directory {
    const fields = new Map<number, Field>();
    const count = Math.min(this.short(at), 200);
    for (let n = 0; n < count; n++) {
      const entry = at + 2 + n * 12;
      const [type, length] = [this.short(entry + 2), this.long(entry + 4)];
      const bytes = (sizes[type] ?? 1) * length;
      fields.set(this.short(entry), { type, count: length, at: bytes <= 4 ? entry + 8 : this.long(entry + 8) });
    }
    return fields;
  }

  below(root: Directory, tag: number): Directory {
    const field = root.get(tag);
    return field ? this.directory(this.long(field.at)) : new Map();
  }

  text(from: Directory, tag: number): string {
    const field = from.get(tag);
    return field && field.count <= 64 ? this.data.toString('latin1', field.at, field.at + field.count).replace(/\0.*$/s, '') : '';
  }

  degrees(from: Directory, tag: number, refTag: number, negative: string, most: number): number | null {
    const field = from.get(tag);
    if (field?.type !== 5 || field.count !== 3) return null;
    const part = (n: number): number => this.long(field.at + n * 8) / this.long(field.at + n * 8 + 4);
    const value = part(0) + part(1) / 60 + part(2) / 3600;
    if (!Number.isFinite(value) || value > most) return null;
    return this.text(from, refTag).startsWith(negative) ? -value : value;
  }
}

/** `2026:03:01 10:20:30`; without a zone, Kenyan time is assumed. */
function momentOf(text: string, offset: string): Date | null {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim());
  if (!found) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : '+03:00';
  const at = new Date(`${found[1]}-${found[2]}-${found[3]}T${found[4]}${zone}`);
  return Number.isNaN(at.getTime()) || at.getTime() > clock.ms() + 86_400_000 || at.getFullYear() < 1990 ? null : at;
}

import type { UploadType } from '#contract/constants.ts';
import { detectWordFileType } from './word-file.ts';

const ascii = (data: Uint8Array, at: number, length: number): string => String.fromCharCode(...data.subarray(at, at + length));
const begins = (data: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, at) => data[at] === byte);
const has = (data: Uint8Array, text: string): boolean => Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(text);

/**
 * Detects the type of a file by its first bytes; null for a type that is not accepted. File names and declared types are ignored, because senders
 * choose them.
 */
export function sniffUploadType(data: Uint8Array): UploadType | null {
  if (begins(data, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(data, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (ascii(data, 0, 4) === 'RIFF' && ascii(data, 8, 4) === 'WEBP') return 'webp';
  if (ascii(data, 0, 5) === '%PDF-') return 'pdf';
  if (begins(data, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'doc';
  if (begins(data, 0x50, 0x4b, 0x03, 0x04)) return detectWordFileType(data);
  if (ascii(data, 4, 4) === 'ftyp') return 'mp4';
  if (begins(data, 0x1a, 0x45, 0xdf, 0xa3)) return has(data.subarray(0, 64), 'webm') ? 'webm' : 'mkv';
  if (begins(data, 0x00, 0x00, 0x01, 0xba) || begins(data, 0x00, 0x00, 0x01, 0xb3)) return 'mpeg';
  if (ascii(data, 0, 3) === 'ID3' || (data[0] === 0xff && ((data[1] ?? 0) & 0xe6) === 0xe2)) return 'mp3';
  return isText(data) ? textType(data) : null;
}

/** Plain text: valid UTF-8 without control characters, and nothing a browser or a shell would run. */
function isText(data: Uint8Array): boolean {
  if (data.length === 0) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
    return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && !/^\s*(#!|<)/.test(text);
  } catch {
    return false;
  }
}

/** Rows with the same number of commas are a table; everything else is text. */
function textType(data: Uint8Array): UploadType {
  const lines = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 4096))
    .toString('utf8')
    .split(/\r?\n/)
    .slice(0, 3)
    .filter(Boolean);
  const commas = lines.map((line) => line.split(',').length - 1);
  return lines.length > 1 && commas.every((n) => n > 0 && n === commas[0]) ? 'csv' : 'txt';
}

import { inflateRawSync } from 'node:zlib';

/** A Word file is a zip of parts. Only its table of contents is read, and the one part that says what the others are. */
type Entry = { readonly name: string; readonly at: number; readonly packed: number; readonly method: number };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const partMark = 0x04034b50;
const typesPart = '[Content_Types].xml';
const most = 2000;

/** What runs when the file is opened: Basic under any name, controls, programs of others. */
const activeName = /vba|macros?\/|activex|oleobject/i;
const activeType = /macroEnabled|vbaProject|vbaData|activeX|oleObject/i;

/** Word with or without something that runs; null for any other zip, and for one whose table cannot be read. */
export function wordType(data: Uint8Array): 'docx' | 'docm' | null {
  const zip = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  try {
    const entries = entriesOf(zip);
    const types = entries.find(({ name }) => name === typesPart);
    if (!types || !entries.some(({ name }) => name.startsWith('word/'))) return null;
    // The bytes are asked too: programs differ in whether they believe the table or the parts.
    const active = entries.some(({ name }) => activeName.test(name)) || activeType.test(textOf(zip, types)) || zip.includes('vbaProject');
    return active ? 'docm' : 'docx';
  } catch {
    return null;
  }
}

function entriesOf(zip: Buffer): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > most) throw new Error('too many parts');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error('a broken table');
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** The table's place stands at the end, before a comment of at most 64 KB. */
function endOf(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 0xffff); at--) if (zip.readUInt32LE(at) === endMark) return at;
  throw new Error('no table');
}

function textOf(zip: Buffer, { at, packed, method }: Entry): string {
  if (zip.readUInt32LE(at) !== partMark) throw new Error('no such part');
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const data = zip.subarray(from, from + packed);
  return (method === 0 ? data : inflateRawSync(data, { maxOutputLength: 1024 * 1024 })).toString('utf8');
}

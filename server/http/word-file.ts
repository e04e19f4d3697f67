import { promisify } from 'node:util';
import { inflateRaw, inflateRawSync } from 'node:zlib';

/** A Word file is a ZIP of parts with its directory at the end. */
type Entry = { readonly name: string; readonly at: number; readonly packed: number; readonly size: number; readonly method: number };

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const partMark = 0x04034b50;
const typesPart = '[Content_Types].xml';
const most = 2000;
/** The limit for all decompressed parts together, many times the limit of an upload. */
const mostBytes = 32 * 1024 * 1024;

/** Parts that run when the file is opened: macros under any name, controls, and objects of other programs. */
const activeName = /vba|macros?\/|activex|oleobject|\.(?:exe|dll|com|scr|bat|cmd|ps1|vb[es]|jse?|ws[fh]|hta|lnk|msi|jar|sh|do[ct]m|xls[mb])$/i;
const activeType = /macroEnabled|vbaProject|vbaData|activeX|oleObject/i;
/** A chart embeds its numbers as a spreadsheet; no other embedded part is accepted. */
const foreign = /(?:^|\/)embeddings\/(?!.*\.xlsx$)/i;
/** A name that leads outside the folder it is extracted to. */
const astray = /(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|:|\\/;

/** The type of a Word file, with or without active content; null for any other ZIP, and for one with an unreadable directory. */
export function detectWordFileType(data: Uint8Array): 'docx' | 'docm' | null {
  const zip = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  try {
    const entries = entriesOf(zip);
    const types = entries.find(({ name }) => name === typesPart);
    if (!types || !entries.some(({ name }) => name.startsWith('word/'))) return null;
    // The raw bytes are searched too, because some programs use the directory and others the parts.
    const active = entries.some(({ name }) => activeName.test(name)) || activeType.test(textOf(zip, types)) || zip.includes('vbaProject');
    return active ? 'docm' : 'docx';
  } catch {
    return null;
  }
}

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Whether a Word file contains active content, remote references or more data than declared. Parts are decompressed one by one, each up to its
 * declared size.
 */
export async function isDangerousWordFile(data: Uint8Array): Promise<boolean> {
  const zip = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  try {
    const entries = entriesOf(zip);
    if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return true;
    if (entries.some(({ name }) => activeName.test(name) || foreign.test(name) || astray.test(name))) return true;
    for (const entry of entries) {
      const part = packedOf(zip, entry);
      const whole = entry.method === 0 ? part : entry.size === 0 ? Buffer.alloc(0) : await inflate(part, { maxOutputLength: entry.size });
      if (isProgram(whole, entry.name) || (/\.rels$/i.test(entry.name) && fetches(whole))) return true;
    }
    return false;
  } catch {
    // The part is longer than declared, or compressed with a method that no word processor uses.
    return true;
  }
}

/** Detects programs and old compound files by their first bytes. Only an obfuscated font may begin with MZ, because its bytes are arbitrary. */
const isProgram = (part: Buffer, name: string): boolean =>
  part.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex')) ||
  part.subarray(0, 4).equals(Buffer.from('7f454c46', 'hex')) ||
  (part.subarray(0, 2).toString('latin1') === 'MZ' && !/\.odttf$/i.test(name));

const runs = /vbaProject|oleObject|aFChunk|activeX|\/control$/i;
const mostRelations = 256 * 1024;
const attribute = /([\w:.-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g;
const spelled = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '0', hex === undefined ? 10 : 16)),
  );

/**
 * Whether relationships of a part refer to active content or to addresses outside the file. Hyperlinks are allowed, because a person must click them.
 */
function fetches(part: Buffer): boolean {
  const xml = part.toString('utf8');
  // With another encoding or an XML entity, Word could read a different text than this check.
  if (part.length > mostRelations || xml.includes('\0') || xml.includes('\ufffd') || /<!(?:DOCTYPE|ENTITY)/i.test(xml)) return true;
  return xml.split('<').some((tag) => {
    if (!/^(?:[\w.-]{1,40}:)?Relationship\s/.test(tag)) return false;
    const facts = new Map([...tag.matchAll(attribute)].map(([, name = '', one, other]) => [name, spelled(one ?? other ?? '').trim()]));
    const kind = facts.get('Type') ?? '';
    return runs.test(kind) || ((facts.get('TargetMode') ?? '').toLowerCase() === 'external' && !kind.endsWith('/hyperlink'));
  });
}

function entriesOf(zip: Buffer): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > most) throw new Error('the Word file has too many parts');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (zip.readUInt32LE(at) !== entryMark) throw new Error('the directory of the Word file is invalid');
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

/** The position of the directory is at the end, before a comment of at most 64 KB. */
function endOf(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 0xffff); at--) if (zip.readUInt32LE(at) === endMark) return at;
  throw new Error('the Word file has no directory');
}

function packedOf(zip: Buffer, { at, packed, name }: Entry): Buffer {
  if (zip.readUInt32LE(at) !== partMark) throw new Error('a part of the Word file is missing');
  const named = zip.readUInt16LE(at + 26);
  if (zip.toString('utf8', at + 30, at + 30 + named) !== name) throw new Error('a part of the Word file has another name than in the directory');
  const from = at + 30 + named + zip.readUInt16LE(at + 28);
  return zip.subarray(from, from + packed);
}

function textOf(zip: Buffer, entry: Entry): string {
  const data = packedOf(zip, entry);
  return (entry.method === 0 ? data : inflateRawSync(data, { maxOutputLength: 1024 * 1024 })).toString('utf8');
}

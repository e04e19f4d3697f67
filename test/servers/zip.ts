import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file of these parts, compressed like a Word file. */
export function createZip(parts: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [named, data] = [Buffer.from(name), deflateRawSync(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(text), 18);
    facts.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, named, data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    table.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, place, named]));
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(table.length, 8);
  end.writeUInt16LE(table.length, 10);
  end.writeUInt32LE(Buffer.concat(table).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...table, end]);
}

const plain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** A Word file with additional parts. */
export const makeWordFile = (more: Readonly<Record<string, string>> = {}, type = plain): Buffer =>
  createZip({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    'word/document.xml': '<w:document/>',
    ...more,
  });

/** Writes one sheet as a file Excel opens: only the required parts, uncompressed, so that no library is needed. */

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Uint8Array): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

function store(parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const [chunks, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [named, data] = [new TextEncoder().encode(name), new TextEncoder().encode(text)];
    const head = (mark: number, size: number, more: (view: DataView) => void) => {
      const view = new DataView(new ArrayBuffer(size));
      view.setUint32(0, mark, true);
      more(view);
      return new Uint8Array(view.buffer);
    };
    const facts = (view: DataView, from: number) => {
      view.setUint16(from, 20, true);
      view.setUint16(from + 2, 0x0800, true);
      view.setUint32(from + 10, crc(data), true);
      view.setUint32(from + 14, data.length, true);
      view.setUint32(from + 18, data.length, true);
      view.setUint16(from + 22, named.length, true);
    };
    const place = at;
    chunks.push(
      head(0x04034b50, 30, (view) => facts(view, 4)),
      named,
      data,
    );
    directory.push(
      head(0x02014b50, 46, (view) => {
        view.setUint16(4, 20, true);
        facts(view, 6);
        view.setUint32(42, place, true);
      }),
      named,
    );
    at += 30 + named.length + data.length;
  }
  const size = directory.reduce((sum, chunk) => sum + chunk.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, directory.length / 2, true);
  end.setUint16(10, directory.length / 2, true);
  end.setUint32(12, size, true);
  end.setUint32(16, at, true);
  const all = [...chunks, ...directory, new Uint8Array(end.buffer)];
  const whole = new Uint8Array(all.reduce((sum, chunk) => sum + chunk.length, 0));
  all.reduce((from, chunk) => {
    whole.set(chunk, from);
    return from + chunk.length;
  }, 0);
  return whole;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const letter = (column: number): string => (column < 26 ? '' : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function makeXlsx(name: string, rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const cell = (value: string | number, row: number, column: number) => {
    const at = `${letter(column)}${row + 1}`;
    return typeof value === 'number' ? `<c r="${at}"><v>${value}</v></c>` : `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  };
  const lines = rows.map((row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, at, column)).join('')}</row>`).join('');
  const link = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const links = (inside: string) =>
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  return store({
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/></Types>`,
    '_rels/.rels': links(link('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links(link('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}"><cols><col min="1" max="${rows[0]?.length ?? 1}" width="16" customWidth="1"/></cols><sheetData>${lines}</sheetData></worksheet>`,
  });
}

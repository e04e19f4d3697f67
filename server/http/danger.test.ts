import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeWordFile } from '#test/servers/zip.ts';
import { isDangerousPdf } from './pdf-file.ts';
import { isDangerousWordFile } from './word-file.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = (facts: string) => ({ 'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="r1" ${facts}/></Relationships>` });
const outside = (kind: string, mode = 'TargetMode="External"') =>
  makeWordFile(rels(`Type="${office}/${kind}" Target="https://evil.example/t" ${mode}`));
/** Creates a ZIP whose directory declares a smaller size than the part has. */
function lying(): Buffer {
  const file = makeWordFile({ 'word/media/a.bin': 'x'.repeat(5_000_000) });
  const at = file.lastIndexOf('word/media/a.bin');
  file.writeUInt32LE(10, at - 46 + 24);
  return file;
}

test.each([
  ['without active content', makeWordFile()],
  ['with a link', outside('hyperlink')],
  ['with a picture and a chart', makeWordFile({ 'word/media/image1.png': 'x', 'word/embeddings/Microsoft_Excel_Sheet1.xlsx': 'PK' })],
  ['with its own theme', makeWordFile(rels(`Type="${office}/theme" Target="theme/theme1.xml"`))],
])('upload check: accepts a Word file %s', async (_, file) => expect(await isDangerousWordFile(file)).toBe(false));

test.each([
  ['a remote template', outside('attachedTemplate')],
  ['a remote object', outside('oleObject')],
  ['a remote frame', outside('frame')],
  ['a remote subdocument', outside('subDocument')],
  ['a remote picture', outside('image')],
  ['a remote template spelled with character codes', outside('attachedTemplate', 'TargetMode="&#69;xternal"')],
  ['a remote frame hidden behind a link', makeWordFile(rels(`Target="Type='x/hyperlink'&#60;" Type='${office}/frame' TargetMode = 'External'`))],
  ['relationships in another encoding', makeWordFile({ 'word/_rels/document.xml.rels': '\uFEFF<\0R\0e\0l\0' })],
  ['relationships with an XML entity', makeWordFile({ 'word/_rels/document.xml.rels': '<!DOCTYPE x [<!ENTITY e "External">]>' })],
  [
    'a macro project under another name',
    makeWordFile(rels('Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="foo.bin"')),
  ],
  ['a program', makeWordFile({ 'word/embeddings/a.exe': 'MZ' })],
  ['a program named as a picture', makeWordFile({ 'word/media/image1.png': 'MZ\x90' })],
  ['an embedded object', makeWordFile({ 'word/embeddings/object.bin': 'x' })],
  ['a file name outside the archive', makeWordFile({ '../../../../tmp/x.txt': 'x' })],
  ['an absolute file name', makeWordFile({ '/etc/x': 'x' })],
  ['a decompression bomb', makeWordFile({ 'word/media/a.bin': '\0'.repeat(40_000_000) })],
  ['a decompression bomb with a false size', lying()],
])('upload check: rejects a Word file with %s', async (_, file) => expect(await isDangerousWordFile(file)).toBe(true));

const pdf = (...objects: string[]) => Buffer.from(`%PDF-1.7\n${objects.join('\n')}\n%%EOF\n`, 'latin1');
const packed = (objects: string, facts = '/Filter/FlateDecode') =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n4 0 obj<</Type/ObjStm/N 1/First 4${facts}>>stream\n`),
    deflateSync(objects),
    Buffer.from('\nendstream endobj'),
  ]);

test.each([
  ['without active content', pdf('1 0 obj<</Type/Catalog/OpenAction[3 0 R/Fit]>>endobj')],
  ['whose text mentions scripts', pdf('5 0 obj<<>>stream\n(HTML/CSS/JavaScript /Launch /EmbeddedFiles) Tj\nendstream endobj', '(/S/P)')],
  ['with compressed objects', packed('1 0 <</Type/Catalog/S/P/Title(JavaScript)>>')],
])('upload check: accepts a PDF %s', async (_, file) => expect(await isDangerousPdf(file)).toBe(false));

test.each([
  ['a script', pdf('1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')],
  ['a program', pdf('1 0 obj<</OpenAction<</S /Launch/F(cmd.exe)>>>>endobj')],
  ['a script spelled with character codes', pdf('1 0 obj<</AA<</O<</#53 /J#61v#61Script/JS(x)>>>>>>endobj')],
  ['a script after a comment', pdf('1 0 obj<</S %x\n/JavaScript/JS(x)>>endobj')],
  ['an action type in another object', pdf('1 0 obj<</S 9 0 R/JS(x)>>endobj', '9 0 obj/JavaScript endobj')],
  ['a compressed script', packed('1 0 <</S/JavaScript/JS(x)>>')],
  [
    'an embedded program',
    pdf('1 0 obj<</Names<</EmbeddedFiles<</Names[(a.exe) 2 0 R]>>>>>>endobj', '2 0 obj<</Type/Filespec/F(a.exe)/EF<</F 3 0 R>>>>endobj'),
  ],
  ['an attached file behind a comment', pdf('2 0 obj<</F(a.exe)/EF%x\n3 0 R>>endobj', '3 0 obj<<>>endobj')],
  ['a compressed file specification', packed('2 0 <</Type/Filespec/F(a.exe)/#45F<</F 3 0 R>>>>')],
  ['objects in an unsupported compression', packed('x', '/Filter[/LZWDecode]')],
  ['a decompression bomb of objects', packed(' '.repeat(5_000_000))],
])('upload check: rejects a PDF with %s', async (_, file) => expect(await isDangerousPdf(file)).toBe(true));

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPhone, readBalance, readStartDay, toDayFromExcelSerial } from '#contract/importer/parsers.ts';
import { findBuildingName, mapSheetCells } from '#contract/importer/tables.ts';
import { openZip } from '#contract/importer/unzip.ts';
import { readXlsx, type WorkbookSheet } from '#contract/importer/xlsx.ts';
import { makeXlsx } from '#contract/importer/xlsx-write.ts';
import { createZip } from '#test/servers/zip.ts';
import { findIntakeTables, guessIntakeFields } from './guess-columns.ts';
import { readTenantCell } from './readers.ts';

const sheet = (rows: string[][], merges: WorkbookSheet['merges'] = [], name = 'Sheet1'): WorkbookSheet => ({ name, rows, merges });
const bytes = (buffer: Buffer) => new Uint8Array(buffer) as Uint8Array<ArrayBuffer>;
const said = (given: WorkbookSheet) =>
  findIntakeTables(given).map(({ title, columns, lines, left }) => ({
    title,
    lines: lines.map((line) => mapSheetCells(line, columns)),
    left: left.map(({ line, why }) => `${line} ${why}`),
  }));

describe('rent roll files', () => {
  test('reads a title, two heading rows with merged cells, empty rows, a block row, and totals with or without a label', () => {
    const merges = [
      { top: 0, left: 0, bottom: 0, right: 5 },
      { top: 2, left: 0, bottom: 3, right: 0 },
      { top: 2, left: 1, bottom: 2, right: 2 },
    ];
    const rows = [
      ['SUNRISE APARTMENTS - RENT ROLL MARCH 2026'],
      [],
      ['House No', 'Tenant', '', 'Rent', 'Arrears'],
      ['', 'Name', 'Phone'],
      ['A1', 'Jane Wanjiru', '0712 345 678', 'KES 25,000/=', '2,500'],
      ['A2', 'VACANT', '', '25000', ''],
      [],
      ['BLOCK B'],
      ['B1', 'Peter Otieno', '722000111', '18k', '(1,000)'],
      ['TOTAL', '', '', '68000', '1500'],
      ['', '', '', '68000', '1500'],
    ];
    expect(said(sheet(rows, merges))).toEqual([
      {
        title: 'Sunrise Apartments',
        lines: [
          { name: 'A1', tenant: 'Jane Wanjiru', phone: '0712 345 678', rent: 'KES 25,000/=', balance: '2,500' },
          { name: 'A2', tenant: 'VACANT', rent: '25000' },
          { name: 'B1', tenant: 'Peter Otieno', phone: '722000111', rent: '18k', balance: '(1,000)', block: 'B' },
        ],
        left: ['10 total', '11 total'],
      },
    ]);
  });

  test('reads two buildings on one sheet, arranged vertically or side by side', () => {
    const below = [['Kilimani Court'], ['Unit', 'Rent'], ['1', '9000'], ['2', '9500'], [], ['Ngong View'], ['Unit', 'Rent'], ['1', '7000']];
    expect(said(sheet(below)).map(({ title, lines }) => [title, lines.length])).toEqual([
      ['Kilimani Court', 2],
      ['Ngong View', 1],
    ]);
    const beside = [
      ['Unit', 'Rent', '', 'Unit', 'Rent'],
      ['A1', '9000', '', 'B1', '7000'],
      ['A2', '9500', '', '', ''],
    ];
    expect(said(sheet(beside, [], 'Greenpark')).map(({ title, lines }) => [title, lines.map(({ name }) => name)])).toEqual([
      ['Greenpark', ['A1', 'A2']],
      ['Greenpark', ['B1']],
    ]);
  });

  test('a serial number is not read as a unit, and a name beside a unit is read as a tenant, in English and Kiswahili', () => {
    const body = [
      ['1.', 'A1', 'Jane'],
      ['2.', 'A2', 'John'],
      ['3.', 'A3', 'Ann'],
    ];
    expect(guessIntakeFields(['No.', 'House', 'Name'], body)).toEqual([null, 'name', 'tenant']);
    expect(guessIntakeFields(['Nyumba', 'Mpangaji', 'Simu', 'Kodi', 'Deni', 'Tangu'])).toEqual([
      'name',
      'tenant',
      'phone',
      'rent',
      'balance',
      'since',
    ]);
    expect(guessIntakeFields(['Unit', 'Deposit Paid', 'Deposit', 'Move in date', 'Status'])).toEqual([
      'name',
      'deposit_held',
      'deposit',
      'since',
      'occupied',
    ]);
  });

  test.each([
    ['SUNRISE APARTMENTS - RENT ROLL MARCH 2026', 'Sunrise Apartments'],
    ['Rent schedule for the month of May 2026', ''],
    ['Sheet1', ''],
    ['Mwangi Plaza', 'Mwangi Plaza'],
  ])('the sheet title "%s" names the building "%s"', (title, building) => expect(findBuildingName(title)).toBe(building));

  test('any sheet is read without an error, with at most one name column per table', () => {
    const cell = fc.constantFrom('', '', 'Unit', 'Rent', 'Tenant', 'A1', '9000', 'TOTAL', 'Block B', 'Vacant', '2nd floor', 'x');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }), (rows) => {
        for (const table of findIntakeTables(sheet(rows))) expect(table.columns.filter((field) => field === 'name').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('rent roll cells', () => {
  const value = (read: object) => ('value' in read ? read.value : 'problem');
  test.each([
    ['2,500', 250_000],
    ['KES 25,000/=', 2_500_000],
    ['-2,500', -250_000],
    ['-KES 2,500', -250_000],
    ['- Ksh. 2,500/=', -250_000],
    ['KES -2,500', -250_000],
    ['−2,500', -250_000],
    ['(2,500)', -250_000],
    ['2500 CR', -250_000],
    ['', null],
    ['much', 'problem'],
  ])('parses the balance "%s"', (text, cents) => expect(value(readBalance(text))).toBe(cents));
  test.each([
    ['45352', '2024-03-01'],
    ['1/3/2024', '2024-03-01'],
    ['Mar 2024', '2024-03-01'],
    ['03/2024', '2024-03-01'],
    ['2024-03-01 00:00:00', '2024-03-01'],
    ['', null],
    ['long ago', 'problem'],
  ])('parses the date "%s"', (text, day) => expect(value(readStartDay(text))).toBe(day));
  test.each([
    ['VACANT', { vacant: true }],
    ['vacant (painting)', { vacant: true }],
    ['wazi', { vacant: true }],
    ['-', null],
    ['Noah  Kiprono', { name: 'Noah Kiprono' }],
    ['Freeman Letoo', { name: 'Freeman Letoo' }],
  ])('parses the tenant "%s"', (text, tenant) => expect(readTenantCell(text)).toEqual(tenant));
  test.each([
    ['0712 345 678', '0712345678'],
    ['712345678', '0712345678'],
    ['+254 712 345678 / 0722000111', '+254712345678'],
  ])('parses the phone number "%s"', (text, number) => expect(findPhone(text)).toBe(number));
  test('an Excel date is counted from the end of 1899, or from 1904 in files of old Macs', () => {
    expect([toDayFromExcelSerial(45_352), toDayFromExcelSerial(43_890, true), toDayFromExcelSerial(3)]).toEqual(['2024-03-01', '2024-03-01', null]);
  });
});

describe('Excel import files', () => {
  const part = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const book = (more: Record<string, string>) =>
    bytes(
      createZip({
        'xl/workbook.xml': `<workbook xmlns:r="${part}"><sheets><sheet name="A &amp; B" sheetId="1" r:id="r1"/><sheet name="Gone" state="hidden" r:id="r2"/><sheet name="Two" r:id="r3"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Target="/xl/worksheets/sheet3.xml"/></Relationships>',
        'xl/sharedStrings.xml': '<sst><si><t>Unit</t></si><si><r><t>Re</t></r><r><t xml:space="preserve">nt </t></r></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs></styleSheet>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="str"><f>CONCAT("A",1)</f><v>A1</v></c><c r="B3" s="1"><v>45352</v></c><c r="C3" s="2"><f>SUM(X1)</f><v>25000.000000000004</v></c><c r="D3" t="e"><v>#REF!</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells></worksheet>',
        'xl/worksheets/sheet2.xml': '<worksheet/>',
        'xl/worksheets/sheet3.xml': '<worksheet><sheetData><row><c t="inlineStr"><is><t>Hi</t></is></c></row></sheetData></worksheet>',
        ...more,
      }),
    );

  test('reads text, formula results, dates and merged cells of all sheets that are not hidden', async () => {
    expect(await readXlsx(book({}))).toEqual([
      { name: 'A & B', rows: [['Unit', '', 'Rent'], [], ['A1', '2024-03-01', '25000', '']], merges: [{ top: 0, left: 0, bottom: 0, right: 1 }] },
      { name: 'Two', rows: [['Hi']], merges: [] },
    ]);
  });

  test('reads a file based on the template without corrections', async () => {
    const rows = [
      ['Unit', 'Rent', 'Tenant', 'Balance'],
      ['A1', 25_000, 'Jane & Co', 100],
    ];
    const [table] = (await readXlsx(makeXlsx('Makao', rows))).flatMap(findIntakeTables);
    expect(table?.columns).toEqual(['name', 'rent', 'tenant', 'balance']);
    expect(table?.lines[0]?.cells).toEqual(['A1', '25000', 'Jane & Co', '100']);
  });

  test('rejects another file type, and an oversized file even when the file states a smaller size', async () => {
    await expect(readXlsx(bytes(Buffer.from('no zip at all, only some words in a row')))).rejects.toMatchObject({ problem: 'not_zip' });
    await expect(readXlsx(bytes(createZip({ 'word/document.xml': 'x' })))).rejects.toMatchObject({ problem: 'not_zip' });
    const bomb = bytes(createZip({ big: '0'.repeat(3_000_000) }));
    expect(bomb.length).toBeLessThan(20_000);
    await expect(openZip(bomb, 1_000_000).text('big')).rejects.toMatchObject({ problem: 'too_large' });
    const cut = book({}).slice(0, 900) as Uint8Array<ArrayBuffer>;
    await expect(readXlsx(cut)).rejects.toMatchObject({ problem: 'not_zip' });
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { unitLimits } from '#contract/unit/kinds.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as unit from './service.ts';

let services: TestServices;
let owner: TestPerson;
let stranger: TestPerson;
type File = Parameters<typeof unit.importCheck>[1];

const messy = [
  '\uFEFFNyumba;Aina;Kodi (KSh);Deposit;Floor;KPLC meter;Maelezo',
  'A1;Bedsitter;8,500;8500;Ground;54001234567;"Corner, quiet',
  'faces the garden"',
  'A2;2 bdrm;KSh 16.5k;;1st;;',
  ';;;;;;',
  'A3;castle;many;;2;;',
  'a1;bed sitter;9000;;;;',
  ';Shop;5000;;;;',
].join('\r\n');
const columns: File['columns'] = ['name', 'unit_type', 'rent', 'deposit', 'floor', 'electricity_meter', 'notes'];
const file = (property_id: number, csv = messy, more: Partial<File> = {}): File => ({ property_id, csv, columns, headed: true, ...more });
const as = <T>(who: TestPerson, work: (ctx: Parameters<typeof unit.importCheck>[0]) => Promise<T>) => runAsPerson(services, who, work);
const unitsOf = (id: number) =>
  services.database.db.selectFrom('unit').selectAll().where('property_id', '=', id).where('deleted_at', 'is', null).orderBy('id').execute();

beforeAll(async () => {
  services = await createTestServices();
  [owner, stranger] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
});

describe('unit import', () => {
  test('the check reports every error by row and field and saves nothing', async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const checked = await as(owner, (ctx) => unit.importCheck(ctx, file(id)));
    expect([checked.good, checked.bad]).toEqual([2, 3]);
    expect(checked.rows.map((row) => [row.line, row.name, row.rent_cents, row.problems.map((one) => one.field)])).toEqual([
      [2, 'A1', 850_000, []],
      [3, 'A2', 1_650_000, []],
      [5, 'A3', null, ['unit_type', 'rent']],
      [6, 'a1', 900_000, ['name']],
      [7, '', 500_000, ['name']],
    ]);
    expect(checked.rows[2]?.problems).toContainEqual({
      field: 'rent',
      problem: 'This is not an amount. Enter a number such as 16500.',
      text: 'many',
    });
    expect(await unitsOf(id)).toEqual([]);
    expect(await services.database.db.selectFrom('import_batch').select('id').where('property_id', '=', id).execute()).toEqual([]);
  });

  test('imports the valid rows in one batch exactly as the check predicted, and saves the column mapping', async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const made = await as(owner, (ctx) => unit.importUnits(ctx, { ...file(id), file_name: 'rent roll.csv' }));
    expect(made).toMatchObject({ made: 2, refused: 3, code: expect.stringMatching(/^IMP-/) });
    expect(await unitsOf(id)).toMatchObject([
      {
        name: 'A1',
        floor: 0,
        bedrooms: 0,
        rent_cents: 850_000,
        deposit_cents: 850_000,
        notes: 'Corner, quiet\nfaces the garden',
        meters: [{ kind: 'electricity', number: '54001234567' }],
        import_batch_id: made.id,
        status: 'vacant',
      },
      { name: 'A2', floor: 1, bedrooms: 2, rent_cents: 1_650_000, deposit_cents: null, meters: [] },
    ]);
    expect((await unit.importStart(createTestCtx(services, owner), { property_id: id })).remembered).toMatchObject({ nyumba: 'name', kodi: 'rent' });
    const own = await createPropertyInCounty(services, stranger.me.companyId);
    expect((await unit.importStart(createTestCtx(services, stranger), { property_id: own.id })).remembered).toEqual({});
    // A second import of the file creates nothing, because the names are in use.
    await expect(as(owner, (ctx) => unit.importUnits(ctx, { ...file(id), file_name: 'again.csv' }))).rejects.toMatchObject({
      extra: { fields: { csv: expect.any(String) } },
    });
  });

  test('marks units as occupied from the status column, and undo also removes occupied units', async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const csv = 'Unit,Type,Status\nA1,2BR,Vacant\nA2,2BR,OCCUPIED\nA3,2BR,wazi\nA4,2BR,perhaps';
    const given = { ...file(id, csv, { columns: ['name', 'unit_type', 'occupied'] }), file_name: 'full.csv' };
    const { id: batch } = await as(owner, (ctx) => unit.importUnits(ctx, given));
    expect((await unitsOf(id)).map((row) => [row.name, row.status, row.occupied_said])).toEqual([
      ['A1', 'vacant', false],
      ['A2', 'occupied', true],
      ['A3', 'vacant', false],
    ]);
    expect((await unit.statusCounts(createTestCtx(services, owner), { z_filter: { property: id } })).by_status).toEqual({ 0: 2, 2: 1 });
    expect(await as(owner, (ctx) => unit.undoImport(ctx, { id: batch, keep_changed: false }))).toMatchObject({ removed: 3, kept: 0 });
  });

  test("rejects a file without a name column, with a duplicate field, with no rows or too many rows, or for another company's property", async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const check = (given: File, who = owner) => as(who, (ctx) => unit.importCheck(ctx, given));
    await expect(check(file(id, messy, { columns: ['rent'] }))).rejects.toMatchObject({ extra: { fields: { columns: expect.any(String) } } });
    await expect(check(file(id, messy, { columns: ['name', 'rent', 'rent'] }))).rejects.toMatchObject({
      extra: { fields: { columns: expect.any(String) } },
    });
    const long = ['unit', ...Array.from({ length: unitLimits.rows + 1 }, (_, n) => `U${n}`)].join('\n');
    await expect(check(file(id, long, { columns: ['name'] }))).rejects.toMatchObject({ extra: { fields: { csv: expect.stringContaining('1001') } } });
    await expect(check(file(id, 'unit\n\n', { columns: ['name'] }))).rejects.toMatchObject({ extra: { fields: { csv: expect.any(String) } } });
    await expect(check(file(id), stranger)).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('imports a thousand rows within the request time limit', async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const csv = ['Unit,Type,Rent', ...Array.from({ length: unitLimits.rows }, (_, n) => `U${n},2BR,"${15 + (n % 9)},500"`)].join('\n');
    const began = process.cpuUsage();
    const { made } = await as(owner, (ctx) =>
      unit.importUnits(ctx, { ...file(id, csv, { columns: ['name', 'unit_type', 'rent'] }), file_name: 'big.csv' }),
    );
    expect(made).toBe(unitLimits.rows);
    // CPU time of this process, because wall time depends on the load of the machine.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000);
  });
});

describe('undoing a unit import', () => {
  const brought = async () => {
    const { id } = await createPropertyInCounty(services, owner.me.companyId);
    const csv = 'Unit,Type\nA1,2BR\nA2,2BR\nA3,2BR\nA4,2BR';
    const { id: batch } = await as(owner, (ctx) =>
      unit.importUnits(ctx, { ...file(id, csv, { columns: ['name', 'unit_type'] }), file_name: 'four.csv' }),
    );
    const units = await unitsOf(id);
    return { property: id, batch, ids: units.map((row) => row.id) };
  };
  const undo = (id: number, keep_changed = false, who = owner) => as(who, (ctx) => unit.undoImport(ctx, { id, keep_changed }));

  test('removes only the imported units, and only once', async () => {
    const { property, batch } = await brought();
    const other = await createExampleUnit(services, property);
    expect(await undo(batch)).toEqual({ id: batch, removed: 4, kept: 0 });
    expect((await unitsOf(property)).map((row) => row.id)).toEqual([other.id]);
    await expect(undo(batch)).rejects.toMatchObject({ failure: 'conflict' });
    const { results } = await unit.listImports(createTestCtx(services, owner), { property_id: property, page: 1, page_size: 10 });
    expect(results).toMatchObject([{ file_name: 'four.csv', made: 4, undone_at: expect.any(String), created_by: expect.stringMatching(/^owner/) }]);
  });

  test('is refused if units were listed, moved or edited since the import, and the error names the units, which the user may keep', async () => {
    const { property, batch, ids } = await brought();
    const [listed = 0, moved = 0, edited = 0, untouched = 0] = ids;
    await services.database.db
      .insertInto('listing')
      .values({ property_id: property, unit_id: listed, listing_type: 0, title: 'Offered', price_cents: toCents(100) })
      .execute();
    await as(owner, (ctx) => unit.move(ctx, { id: moved, move: 'hold', reason: 'To be sold', expected_on: null }));
    await as(owner, (ctx) => unit.update(ctx, { id: edited, notes: 'Painted' }));
    await expect(undo(batch)).rejects.toMatchObject({
      failure: 'conflict',
      extra: {
        units: [
          { id: listed, name: 'A1', why: 'It has a listing.' },
          { id: moved, name: 'A2', why: 'Its status has changed.' },
          { id: edited, name: 'A3', why: 'It was edited.' },
        ],
      },
    });
    expect(await unitsOf(property)).toHaveLength(4);
    expect(await undo(batch, true)).toEqual({ id: batch, removed: 1, kept: 3 });
    expect((await unitsOf(property)).map((row) => row.id)).toEqual(ids.filter((id) => id !== untouched));
  });

  test('returns 404 for another company’s import', async () => {
    const { batch, property } = await brought();
    await expect(undo(batch, false, stranger)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(unit.listImports(createTestCtx(services, stranger), { property_id: property, page: 1, page_size: 10 })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });
});

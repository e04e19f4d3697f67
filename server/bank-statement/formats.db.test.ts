import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { statementCsv } from '#test/fixtures/statements.ts';
import { importApproved } from '#test/statement-imports.ts';
import { listStatementLines } from './statement-lists.ts';
import { setStatementColumns, uploadStatement } from './statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let account: CollectionAccountRow;
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
});
beforeEach(async () => {
  account = await w.bank();
});
const upload = (csv: string, of = account) => w.as((ctx) => uploadStatement(ctx, { account_id: of.id, name: `${++n}.csv`, csv }));
const fates = async (id: number) => (await w.as((ctx) => listStatementLines(ctx, { id, page: 1, page_size: 20 }))).results.map(({ fate }) => fate);
const receipts = async () => (await w.services.database.db.selectFrom('receipt').select('id').where('account_id', '=', account.id).execute()).length;

test('statement columns: those a person chose count for the next file of the account with the same headings after an import, and for no other account', async () => {
  const file = (reference: string) => `Date,Text,Extra,Debit,Credit,Balance\n2027-03-01,${reference},RENT JANE,,1.00,1.00\n`;
  const first = await upload(file('FT1'));
  expect(first.columns.reference).toBeUndefined();
  await w.as((ctx) => setStatementColumns(ctx, { id: first.id, columns: { ...first.columns, reference: 1, details: 2 } }));
  expect((await upload(file('FT0'))).columns.reference, 'the file is not imported yet').toBeUndefined();
  await importApproved(w.services, w.head, first.id);
  expect((await upload(file('FT2'))).columns).toEqual({ ...first.columns, reference: 1, details: 2 });
  expect((await upload(file('FT3').replace('Extra', 'Other'))).columns.reference).toBeUndefined();
  expect((await upload(file('FT4'), await w.bank())).columns.reference).toBeUndefined();
});

test('statement preview: lines of an imported statement are shown as already recorded, also money out', async () => {
  const lines = [
    ['2027-03-01', 'RENT JANE', 'FT11', 100_000],
    ['2027-03-02', 'LEDGER FEE', 'FT12', -100],
  ] as const;
  await w.take(account, 0, lines);
  const next = await upload(statementCsv(0, [...lines, ['2027-03-03', 'TRANSFER TO JANE', 'FT13', -5_000]]));
  expect(next.fates).toMatchObject({ known: 2, out: 1, new: 0 });
  expect(await fates(next.id)).toEqual(['known', 'known', 'out']);
});

test('statement import: a line without its earlier reference is the same movement, and an equal payment with another balance is a new one', async () => {
  await w.take(account, 0, [['2027-03-01', 'RENT JANE', 'FT21', 100_000]]);
  const csv = 'Date,Narration,Debit,Credit,Balance\n2027-03-01,Rent  Jane,,1000.00,1000.00\n2027-03-01,RENT JANE,,1000.00,2000.00\n';
  const next = await upload(csv);
  expect(await fates(next.id)).toEqual(['known', 'new']);
  expect(next).toMatchObject({ fates: { known: 1, new: 1 }, new_cents: 100_000 });
  await importApproved(w.services, w.head, next.id);
  expect(await receipts()).toBe(2);
});

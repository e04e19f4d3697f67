import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { listStatementLines } from '#server/bank-statement/statement-lists.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addStatement } from '#test/fixtures/payment-rows.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { accountEntries, journalDetails, postJournal } from './service.ts';

let services: TestServices;
let [head, owner, agent]: TestPerson[] = [];
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head ?? null, work);
const post = (key: string, company: number, source: [string, number], ref: string) =>
  postJournal(services.database.db, {
    key,
    kind: 'adjustment',
    source,
    params: { what: 'a test', code: 'T' },
    day: '2027-03-10',
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref },
        cents: toCents(1_000),
        cr: { code: ledgerAccounts.ownerPayable, company },
      },
    ],
  });

beforeAll(async () => {
  services = await createTestServices();
  [head, owner, agent] = [await createPerson(services, 'superadmin'), await createPerson(services, 'owner'), await createPerson(services, 'owner')];
});

test('account entries: they name the companies and references that the list can be limited to', async () => {
  const [a, b] = [owner?.me.companyId ?? 0, agent?.me.companyId ?? 0];
  await post('subjects:1', a, ['test', 1], 'collection:71');
  await post('subjects:2', b, ['test', 2], 'collection:72');
  const period = { from: '2027-03-01', to: '2027-03-31', fund: 'C', page: 1, page_size: 10 } as const;
  const payable = { ...period, account: ledgerAccounts.ownerPayable };
  const all = await as((ctx) => accountEntries(ctx, payable));
  expect(all.companies.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual([a, b]);
  expect(await as((ctx) => accountEntries(ctx, { ...payable, company_id: a }))).toMatchObject({ count: 1, companies: all.companies });
  const bank = { ...period, account: ledgerAccounts.clientBank };
  expect((await as((ctx) => accountEntries(ctx, bank))).refs).toEqual(['collection:71', 'collection:72']);
  expect((await as((ctx) => accountEntries(ctx, { ...bank, ref: 'collection:72' }))).count).toBe(1);
});

test('journal of a statement line: its source opens that line of the statement', async () => {
  const statement = await addStatement(services, 'imported', owner?.me.companyId ?? 0);
  const line = await services.database.db
    .insertInto('statement_line')
    .values({ statement_id: statement, n: 27, cells: ['2027-03-10', 'CASH DEPOSIT', 'FT27', '10.00'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await post('subjects:line', owner?.me.companyId ?? 0, ['statement_line', line.id], 'collection:71');
  const { source } = await as((ctx) => journalDetails(ctx, { id }));
  expect(source.page).toMatchObject({ of: 'statement', id: statement, line: 27 });
  const shown = await as((ctx) => listStatementLines(ctx, { id: statement, n: 27, page: 1, page_size: 10 }));
  expect(shown.results.map(({ id: shownId }) => shownId)).toEqual([line.id]);
});

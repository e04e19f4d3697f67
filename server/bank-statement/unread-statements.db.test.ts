import { beforeAll, expect, test } from 'vitest';
import { unreadStatementLimits } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { addCollectionAccount } from '#test/fixtures/payment-rows.ts';
import { statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { importStatement, undoStatement, uploadStatement } from './statements.ts';
import { expireUnreadStatements } from './unread-statements.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let owner: TestPerson;
let account = 0;
let n = 0;
beforeAll(async () => {
  w = await createBankFixture();
  owner = await createPerson(w.services, 'owner');
  account = await addCollectionAccount(w.services, owner.me.companyId ?? 0);
});
const db = () => w.services.database.db;
const upload = (account_id = account, by = owner, size = 0) => {
  const csv = `${statementCsv(0, [['2027-03-01', `RENT ${++n} ${'x'.repeat(size)}`, `UR${n}`, 100]])}`;
  return runAsPerson(w.services, by, (ctx) => uploadStatement(ctx, { account_id, name: `${n}.csv`, csv }));
};
const read = async () => (await db().selectFrom('statement').select('id').where('status', '=', 'read').orderBy('id').execute()).map(({ id }) => id);

test('unread statements: a company keeps a limited number until one is imported or discarded, and other companies are not affected', async () => {
  const ids: number[] = [];
  for (let at = 0; at < unreadStatementLimits.statements; at++) ids.push((await upload()).id);
  await expect(upload()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/not imported/) });
  const other = await createPerson(w.services, 'owner');
  await upload(await addCollectionAccount(w.services, other.me.companyId ?? 0), other);
  const [first = 0, second = 0] = ids;
  expect(await runAsPerson(w.services, owner, (ctx) => importStatement(ctx, { id: first }))).toMatchObject({ status: 'imported' });
  await upload();
  await expect(upload()).rejects.toMatchObject({ failure: 'conflict' });
  const gone = await runAsPerson(w.services, owner, (ctx) => undoStatement(ctx, { id: second, reason: 'The wrong file', keep: false }));
  expect(gone).toMatchObject({ status: 'undone', lines: 0, head: [] });
  expect(await db().selectFrom('statement_line').select('id').where('statement_id', '=', second).execute()).toEqual([]);
  await upload();
});

test('unread statements: their content is limited together', async () => {
  const third = await createPerson(w.services, 'owner');
  const own = await addCollectionAccount(w.services, third.me.companyId ?? 0);
  const size = 3_900_000;
  const fits = Math.floor(unreadStatementLimits.characters / (size + 100));
  for (let at = 0; at < fits; at++) await upload(own, third, size);
  await expect(upload(own, third, size)).rejects.toMatchObject({ failure: 'conflict' });
});

test('unread statements: expire after some days, except one whose import is requested', async () => {
  const client = (await w.bank()).id;
  const asked = await upload(client, w.head);
  await runAsPerson(w.services, w.head, (ctx) => importStatement(ctx, { id: asked.id }));
  expect(await expireUnreadStatements(db())).toBe(0);
  await setClock(w.services, new Date(clock.ms() + (unreadStatementLimits.days + 1) * 24 * 3600 * 1000).toISOString());
  const fresh = await upload(client, w.head);
  expect(await expireUnreadStatements(db())).toBeGreaterThan(10);
  expect(await read()).toEqual([asked.id, fresh.id]);
});

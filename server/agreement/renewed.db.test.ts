import { expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { acceptRenewal, offerRenewal, withdrawRenewal } from '#server/tenancy/service.ts';
import { drain, told } from '#test/jobs.ts';
import { inTransaction } from '#test/world.ts';
import { agreementTests, by, db, home, house } from '#test/worlds/agreements.ts';

agreementTests();

const lastDay = () => addDays(addMonths(clock.today(), 12), -1);
const next = () => ({ starts_on: addDays(lastDay(), 1), ends_on: addDays(addMonths(clock.today(), 24), -1), rent_cents: cents(4_800_000) });
const lived = async () => {
  const world = await by.drafted();
  await db().updateTable('tenancy').set({ status: 'active' }).where('id', '=', world.tenancyId).execute();
  return world;
};
const offer = (id: number) => {
  const { ends_on, rent_cents } = next();
  return inTransaction(house, home.owner, (ctx) => offerRenewal(ctx, { id, ends_on, rent_cents, until: addDays(clock.today(), 14), message: '' }));
};
const renewals = (tenancyId: number) =>
  db()
    .selectFrom('agreement')
    .select(['id', 'status', 'reason', 'created_by'])
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'renewal')
    .orderBy('id')
    .execute();
const sentRenewal = async (tenancyId: number) => {
  const { id } = await by.ask(agreementCalls.create, home.owner, { tenancy_id: tenancyId, kind: 'renewal' });
  await by.ask(agreementCalls.send, home.owner, { id });
  return id;
};
const offered = async (id: number) => {
  const { renewal } = await house.database.db.selectFrom('tenancy').select('renewal').where('id', '=', id).executeTakeFirstOrThrow();
  return (renewal as { version: number } | null)?.version ?? 0;
};
const said = async (id: number) => (await by.full(id)).text.blocks.map(({ en }) => en).join('\n');

test('an accepted term takes an older renewal that was sent with it, and its own waits as a draft with what was agreed', async () => {
  const { tenancyId, lead } = await lived();
  const old = await sentRenewal(tenancyId);
  const token = await by.lastToken(old);
  await offer(tenancyId);
  // Another term is spoken of by now: nobody signs the old one.
  const { sha256, code6 } = await by.opened(token);
  await expect(by.ask(signCalls.sign, null, { token, code: code6, sha256, kind: 'typed', drawn: 'A. Name' })).rejects.toMatchObject({
    failure: 'conflict',
  });
  const version = await offered(tenancyId);
  await inTransaction(house, lead, (ctx) => acceptRenewal(ctx, { id: tenancyId, version }));
  const [first, draft] = await renewals(tenancyId);
  expect(first).toMatchObject({ id: old, status: 'archived', reason: 'another term was agreed' });
  expect(draft).toMatchObject({ status: 'draft', created_by: null });
  expect((await told(house, 'contract.void')).filter(({ key }) => key.startsWith(`contract.void:${old}:`)).map(({ to }) => to.personId)).toContain(
    lead.id,
  );
  await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject({ failure: 'notFound' });
  const text = await said(draft?.id ?? 0);
  for (const part of ['KES 48,000', longDate(next().starts_on), longDate(next().ends_on)]) expect(text).toContain(part);
  await by.ask(agreementCalls.send, home.owner, { id: draft?.id ?? 0 });
  await by.everybodySigns(draft?.id ?? 0);
  await drain(house);
  expect((await by.full(draft?.id ?? 0)).status).toBe('fully_signed');
});

test('a renewal that says what was accepted stays, and is not written twice; of one whose terms were taken back nothing is signed', async () => {
  const { tenancyId, lead } = await lived();
  await offer(tenancyId);
  const same = await sentRenewal(tenancyId);
  expect(await said(same)).toContain('KES 48,000');
  const version = await offered(tenancyId);
  await inTransaction(house, lead, (ctx) => acceptRenewal(ctx, { id: tenancyId, version }));
  expect((await renewals(tenancyId)).map(({ status }) => status)).toEqual(['pending_signature']);
  await by.signs(await by.lastToken(same));
  const other = await lived();
  await offer(other.tenancyId);
  const gone = await sentRenewal(other.tenancyId);
  await inTransaction(house, home.owner, (ctx) => withdrawRenewal(ctx, { id: other.tenancyId }));
  await expect(by.signs(await by.lastToken(gone))).rejects.toMatchObject({ failure: 'conflict' });
});

import { expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { acceptRenewal, offerRenewal, withdrawRenewal } from '#server/tenancy/service.ts';
import { agreementDriver, getAgreementDb, landlordHome, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';

setUpAgreementTests();

const lastDay = () => addDays(addMonths(clock.today(), 12), -1);
const next = () => ({ starts_on: addDays(lastDay(), 1), ends_on: addDays(addMonths(clock.today(), 24), -1), rent_cents: toCents(4_800_000) });
const lived = async () => {
  const fixture = await agreementDriver.drafted();
  await getAgreementDb().updateTable('tenancy').set({ status: 'active' }).where('id', '=', fixture.tenancyId).execute();
  return fixture;
};
const offer = (id: number) => {
  const { ends_on, rent_cents } = next();
  return runAsPerson(testServices, landlordHome.owner, (ctx) =>
    offerRenewal(ctx, { id, ends_on, rent_cents, until: addDays(clock.today(), 14), message: '' }),
  );
};
const renewals = (tenancyId: number) =>
  getAgreementDb()
    .selectFrom('agreement')
    .select(['id', 'status', 'reason', 'created_by'])
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'renewal')
    .orderBy('id')
    .execute();
const sentRenewal = async (tenancyId: number) => {
  const { id } = await agreementDriver.ask(agreementCalls.create, landlordHome.owner, { tenancy_id: tenancyId, kind: 'renewal' });
  await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
  return id;
};
const offered = async (id: number) => {
  const { renewal } = await testServices.database.db.selectFrom('tenancy').select('renewal').where('id', '=', id).executeTakeFirstOrThrow();
  return (renewal as { version: number } | null)?.version ?? 0;
};
const said = async (id: number) => (await agreementDriver.full(id)).text.blocks.map(({ en }) => en).join('\n');

test('renewal agreement: accepting an offer withdraws the older renewal agreement and drafts a new one with the accepted terms', async () => {
  const { tenancyId, lead } = await lived();
  const old = await sentRenewal(tenancyId);
  const token = await agreementDriver.lastToken(old);
  await offer(tenancyId);
  // The parties have agreed on another term in the meantime, so the old renewal cannot be signed.
  const { sha256, code6 } = await agreementDriver.opened(token);
  await expect(agreementDriver.ask(signCalls.sign, null, { token, code: code6, sha256, kind: 'typed', drawn: 'A. Name' })).rejects.toMatchObject({
    failure: 'conflict',
  });
  const version = await offered(tenancyId);
  await runAsPerson(testServices, lead, (ctx) => acceptRenewal(ctx, { id: tenancyId, version }));
  const [first, draft] = await renewals(tenancyId);
  expect(first).toMatchObject({ id: old, status: 'archived', reason: 'another term was agreed' });
  expect(draft).toMatchObject({ status: 'draft', created_by: null });
  expect(
    (await listSentNotifications(testServices, 'contract.void'))
      .filter(({ key }) => key.startsWith(`contract.void:${old}:`))
      .map(({ to }) => to.personId),
  ).toContain(lead.id);
  await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject({ failure: 'notFound' });
  const text = await said(draft?.id ?? 0);
  for (const part of ['KES 48,000', formatLongDate(next().starts_on), formatLongDate(next().ends_on)]) expect(text).toContain(part);
  await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id: draft?.id ?? 0 });
  await agreementDriver.everybodySigns(draft?.id ?? 0);
  await runQueuedJobs(testServices);
  expect((await agreementDriver.full(draft?.id ?? 0)).status).toBe('fully_signed');
});

test('renewal agreement: is preserved when it has the accepted terms, and cannot be signed after those terms are withdrawn', async () => {
  const { tenancyId, lead } = await lived();
  await offer(tenancyId);
  const same = await sentRenewal(tenancyId);
  expect(await said(same)).toContain('KES 48,000');
  const version = await offered(tenancyId);
  await runAsPerson(testServices, lead, (ctx) => acceptRenewal(ctx, { id: tenancyId, version }));
  expect((await renewals(tenancyId)).map(({ status }) => status)).toEqual(['pending_signature']);
  await agreementDriver.signs(await agreementDriver.lastToken(same));
  const other = await lived();
  await offer(other.tenancyId);
  const gone = await sentRenewal(other.tenancyId);
  await runAsPerson(testServices, landlordHome.owner, (ctx) => withdrawRenewal(ctx, { id: other.tenancyId }));
  await expect(agreementDriver.signs(await agreementDriver.lastToken(gone))).rejects.toMatchObject({ failure: 'conflict' });
});

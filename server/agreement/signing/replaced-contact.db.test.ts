import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { updateTenant } from '#server/tenant/write.ts';
import { setClock } from '#test/clock.ts';
import { agreementDriver, getAgreementDb, landlordHome, notFoundFailure, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { makeUnusedPhone, readSigningToken, signedScan, toPartyInput } from '#test/fixtures/signers.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';

setUpAgreementTests();

test('a number replaced in the draft is on the trail, its owner gets a link to object, and the signature is held for that time', async () => {
  const swapped = async () => {
    const { id, mate } = await agreementDriver.drafted();
    const { parties } = await agreementDriver.full(id);
    const other = makeUnusedPhone();
    const given = parties.map(toPartyInput).map((one) => (one.phone === mate ? { ...one, turn: 1, phone: other } : { ...one, turn: one.turn + 1 }));
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: given });
    await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
    const told = (await listSentNotifications(testServices, 'contract.number_left')).filter(({ to }) => 'phone' in to && to.phone === mate);
    return { id, mate, other, told, object: readSigningToken(told[0]?.page) };
  };
  const held = await swapped();
  expect(held.told).toHaveLength(1);
  expect((await agreementDriver.full(held.id)).trail.filter(({ what }) => what === 'number_changed')).toMatchObject([
    { detail: expect.stringContaining(`${held.mate} → ${held.other}`) },
  ]);
  const token = await agreementDriver.lastToken(held.id);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject({ failure: 'conflict' });
  await setClock(testServices, new Date(clock.ms() + 3 * dayMs).toISOString());
  expect(await agreementDriver.signs(token)).toMatchObject({ signed: true });
  await setClock(testServices, null);

  const stopped = await swapped();
  expect(await agreementDriver.ask(signCalls.preview, null, { token: stopped.object })).toMatchObject({ objects: true });
  expect((await agreementDriver.full(stopped.id)).status).toBe('pending_signature');
  const forged = `object.${stopped.object.split('.')[1]}.${'A'.repeat(43)}`;
  await expect(agreementDriver.ask(signCalls.objectToNumber, null, { token: forged })).rejects.toMatchObject(notFoundFailure);
  expect(await agreementDriver.ask(signCalls.objectToNumber, null, { token: stopped.object })).toEqual({ objected: true });
  expect(await agreementDriver.full(stopped.id)).toMatchObject({ status: 'archived', reason: 'the recorded number objected' });
  await expect(agreementDriver.signs(await agreementDriver.lastToken(stopped.id))).rejects.toMatchObject(notFoundFailure);
  await expect(agreementDriver.ask(signCalls.objectToNumber, null, { token: stopped.object })).rejects.toMatchObject(notFoundFailure);
});

type Contact = { phone?: string; email?: string };
const told = async (to: Contact) =>
  (await listSentNotifications(testServices, 'contract.number_left')).filter(
    (one) =>
      ('phone' in one.to && to.phone !== undefined && one.to.phone === to.phone) ||
      ('email' in one.to && to.email !== undefined && one.to.email === to.email),
  );
/** Otieno signs first; the landlord types his contact. */
const sendWith = async (id: number, contact: { phone: string; email: string }) => {
  const { parties } = await agreementDriver.full(id);
  const given = parties.map(toPartyInput).map((one) => (one.name === 'Otieno' ? { ...one, ...contact, turn: 1 } : { ...one, turn: one.turn + 1 }));
  await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: given });
  await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
  return agreementDriver.lastToken(id);
};
const recordOf = (tenancyId: number) =>
  getAgreementDb()
    .selectFrom('tenant')
    .innerJoin('tenancy_person', 'tenancy_person.tenant_id', 'tenant.id')
    .select(['tenant.id', 'tenant.revision'])
    .where('tenancy_id', '=', tenancyId)
    .where('tenant.name', '=', 'Otieno')
    .executeTakeFirstOrThrow();
const setRecord = async (tenancyId: number, contact: { phone: string | null; email: string | null }) =>
  getAgreementDb()
    .updateTable('tenant')
    .set(contact)
    .where('id', '=', (await recordOf(tenancyId)).id)
    .execute();
const onTrail = async (id: number) => (await agreementDriver.full(id)).trail.filter(({ what }) => what === 'number_changed').length;
const held = { failure: 'conflict' };

test('a number changed in the record of the tenant before the draft is on the trail, and holds the signature', async () => {
  const { id, mate, tenancyId } = await agreementDriver.drafted();
  const { id: tenant, revision } = await recordOf(tenancyId);
  const other = makeUnusedPhone();
  await runAsPerson(testServices, landlordHome.owner, (ctx) => updateTenant(ctx, { id: tenant, revision, phone: other, email: 'new@example.com' }));
  const token = await sendWith(id, { phone: other, email: '' });
  expect(await onTrail(id)).toBe(1);
  expect(await told({ phone: mate })).toHaveLength(1);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject(held);
  // After a month the change of the record is no longer compared.
  await setClock(testServices, new Date(clock.ms() + 31 * dayMs).toISOString());
  const later = await agreementDriver.drafted();
  const one = await recordOf(later.tenancyId);
  await getAgreementDb()
    .updateTable('tenant')
    .set({ contacts_before: JSON.stringify([{ phone: makeUnusedPhone(), email: null, at: new Date(clock.ms() - 31 * dayMs).toISOString() }]) })
    .where('id', '=', one.id)
    .execute();
  await sendWith(later.id, { phone: later.mate, email: '' });
  expect(await onTrail(later.id)).toBe(0);
});

test('an email removed from the record of the tenant is notified with a link to object', async () => {
  const { id, tenancyId } = await agreementDriver.drafted();
  const email = `otieno${clock.ms()}@example.com`;
  await setRecord(tenancyId, { phone: null, email });
  const { id: tenant, revision } = await recordOf(tenancyId);
  const phone = makeUnusedPhone();
  await runAsPerson(testServices, landlordHome.owner, (ctx) => updateTenant(ctx, { id: tenant, revision, phone, email: '' }));
  const token = await sendWith(id, { phone, email: '' });
  expect(await told({ email })).toHaveLength(1);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject(held);
});

test('a number added to a record that has only an email holds the signature, because the code goes to the number', async () => {
  const { id, tenancyId } = await agreementDriver.drafted();
  const email = `only${clock.ms()}@example.com`;
  await setRecord(tenancyId, { phone: null, email });
  const token = await sendWith(id, { phone: makeUnusedPhone(), email });
  expect(await told({ email })).toHaveLength(1);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject(held);
});

test('an email replaced beside a foreign number holds the signature, because the code goes to the email', async () => {
  const { id, tenancyId } = await agreementDriver.drafted();
  const phone = '+255712345678';
  await setRecord(tenancyId, { phone, email: 'otieno@example.com' });
  const token = await sendWith(id, { phone, email: 'landlord@example.com' });
  expect(await told({ email: 'otieno@example.com' })).toHaveLength(1);
  await expect(agreementDriver.signs(token)).rejects.toMatchObject(held);
});

test('a scan is confirmed by no tenant while the signature of one is held', async () => {
  const { id, mate, lead } = await agreementDriver.drafted();
  const { parties } = await agreementDriver.full(id);
  const given = parties.map(toPartyInput).map((one) => (one.phone === mate ? { ...one, phone: makeUnusedPhone() } : one));
  await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: given });
  await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan);
  const sha256 = createHash('sha256').update(signedScan).digest('hex');
  const confirm = () => agreementDriver.ask(agreementCalls.confirmSignedScan, lead, { id, sha256 });
  await expect(confirm()).rejects.toMatchObject(held);
  await setClock(testServices, new Date(clock.ms() + 3 * dayMs).toISOString());
  expect(await confirm()).toMatchObject({ status: 'fully_signed' });
});

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import {
  agentMandateDriver,
  agreementDriver,
  getAgreementDb,
  landlordHome,
  mandatedAgent,
  notFoundFailure,
  setUpAgreementTests,
  testServices,
} from '#test/fixtures/agreements.ts';
import { makeUnusedPhone, readSigningToken, signedScan, toPartyInput } from '#test/fixtures/signers.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';

setUpAgreementTests();
const scanned = createHash('sha256').update(signedScan).digest('hex');

describe('agreement: signatories', () => {
  test('tenant signatories are the tenants of the tenancy, and their names and phone numbers cannot be replaced', async () => {
    const { id, lead } = await agreementDriver.drafted();
    const own = makeUnusedPhone();
    const { parties } = await agreementDriver.full(id);
    const [grace, mate, owner] = parties;
    if (!grace || !mate || !owner) throw new Error('three sign');
    // A signatory with the role of a tenant, but not named in the tenancy, is rejected.
    const instead = [{ role: 'tenant' as const, turn: 1, name: grace.name, phone: own, email: '' }];
    await expect(agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: instead })).rejects.toMatchObject({
      extra: { fields: { 'parties.0.name': expect.any(String) } },
    });
    // An existing signatory keeps name and phone number, although others are given.
    const after = await agreementDriver.ask(agreementCalls.update, landlordHome.owner, {
      id,
      parties: [{ ...toPartyInput(grace), name: 'Another', phone: own }, toPartyInput(mate), toPartyInput(owner)],
    });
    expect(after.parties.map(({ name, phone }) => [name, phone])).toEqual([
      [grace.name, lead.phone],
      [mate.name, mate.phone],
      [owner.name, owner.phone],
    ]);
    // A party that was already left out is refused by name.
    const rest = after.parties.slice(1).map(toPartyInput);
    expect((await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: rest })).unasked).toEqual([grace.name]);
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { parties: expect.stringContaining(grace.name) } },
    });
    await expect(agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan)).rejects.toMatchObject({
      extra: { fields: { parties: expect.stringContaining(grace.name) } },
    });
  });

  test('the signing code goes to the phone number of the account, whatever number the document states', async () => {
    const { id, lead } = await agreementDriver.sent();
    await getAgreementDb()
      .updateTable('agreement_party')
      .set({ phone: makeUnusedPhone() })
      .where('agreement_id', '=', id)
      .where('turn', '=', 1)
      .execute();
    expect(await agreementDriver.ask(signCalls.preview, null, { token: await agreementDriver.lastToken(id) })).toMatchObject({
      sent_to: `•••• ${lead.phone.slice(-3)}`,
    });
  });

  test('an agent cannot add a signatory for the landlord, and signs only under a current mandate', async () => {
    const { id } = await agreementDriver.drafted();
    await agentMandateDriver.manages(id);
    const me = await agentMandateDriver.mandated(false);
    const { parties } = await agreementDriver.full(id);
    const rent = parties.slice(0, 2).map(toPartyInput);
    const one = { turn: 3, name: 'Somebody', phone: makeUnusedPhone(), email: '' };
    await expect(
      agreementDriver.ask(agreementCalls.update, me, { id, parties: [...rent, { ...one, role: 'owner' as const }] }),
    ).rejects.toMatchObject({
      extra: { fields: { 'parties.2.name': expect.any(String) } },
    });
    await agreementDriver.ask(agreementCalls.update, me, { id, parties: [...rent, { ...one, role: 'agent' as const }] });
    await expect(agreementDriver.ask(agreementCalls.send, me, { id })).rejects.toMatchObject({ extra: { fields: { parties: expect.any(String) } } });
    await agentMandateDriver.mandated(true);
    await getAgreementDb()
      .updateTable('mandate')
      .set({ ends_on: addDays(clock.today(), -1) })
      .where('agent_company_id', '=', mandatedAgent.me.companyId ?? 0)
      .where('ended_at', 'is', null)
      .execute();
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { parties: expect.any(String) } },
    });
  });

  test('Makao admins can read an agreement but cannot create or withdraw an agreement', async () => {
    const { id, tenancyId } = await agreementDriver.drafted();
    for (const role of ['admin', 'subadmin'] as const) {
      const who = await createPerson(testServices, role);
      await expect(agreementDriver.ask(agreementCalls.create, who, { tenancy_id: tenancyId, kind: 'addendum' })).rejects.toMatchObject({
        failure: expect.stringMatching(/forbidden|notFound/),
      });
    }
    const admin = await createPerson(testServices, 'admin');
    expect((await agreementDriver.full(id, admin)).moves).toEqual([]);
    await expect(agreementDriver.ask(agreementCalls.void, admin, { id, reason: 'Because' })).rejects.toMatchObject({ failure: 'forbidden' });
  });
});

describe('agreement signed on paper', () => {
  test('only a tenant confirms the scan, never the party that uploaded the scan', async () => {
    const { id, lead } = await agreementDriver.drafted();
    await agentMandateDriver.manages(id);
    const me = await agentMandateDriver.mandated(true);
    await agreementDriver.ask(agreementCalls.uploadSignedScan, me, { id }, signedScan);
    await expect(agreementDriver.ask(agreementCalls.confirmSignedScan, landlordHome.owner, { id, sha256: scanned })).rejects.toMatchObject({
      failure: 'forbidden',
    });
    expect((await agreementDriver.full(id)).moves).not.toContain('confirm_paper');
    // The signed text no longer follows the tenancy, and the agreement cannot be sent for digital signing as well.
    const text = (await agreementDriver.full(id)).text;
    await sql`update tenancy_term set rent_cents = 9900000 where tenancy_id = ${(await agreementDriver.full(id)).tenancy.id}`.execute(
      getAgreementDb(),
    );
    expect((await agreementDriver.full(id)).text).toEqual(text);
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({ failure: 'conflict' });
    expect((await agreementDriver.full(id, lead)).moves).toContain('confirm_paper');
    await agreementDriver.ask(agreementCalls.confirmSignedScan, lead, { id, sha256: scanned });
    expect((await agreementDriver.full(id)).status).toBe('fully_signed');
  });

  test('a tenant without an account confirms or rejects the scan with link and code', async () => {
    const { id } = await agreementDriver.drafted();
    const asked = async () =>
      (await listSentNotifications(testServices, 'contract.paper')).filter(({ key }) => key.startsWith(`contract.paper:${id}:`));
    await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan);
    expect(await asked()).toHaveLength(2);
    const first = readSigningToken((await asked()).at(-1)?.page);
    expect(await agreementDriver.ask(signCalls.preview, null, { token: first })).toMatchObject({ name: 'Otieno', paper: true });
    const { code6, scan: shown, sha256 } = await agreementDriver.opened(first);
    expect(shown).toContain('/media/');
    await expect(
      agreementDriver.ask(signCalls.sign, null, { token: first, code: code6, sha256: 'a'.repeat(64), kind: 'typed', drawn: 'Otieno' }),
    ).rejects.toMatchObject({ failure: 'conflict' });
    expect(sha256).toBe('');
    await agreementDriver.ask(signCalls.reject, null, { token: first, code: code6, reason: 'The rent is another' });
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'draft', wet_ink: false, moves: expect.arrayContaining(['send']) });
    await expect(agreementDriver.ask(signCalls.preview, null, { token: first })).rejects.toMatchObject(notFoundFailure);
    await setClock(testServices, new Date(clock.ms() + dayMs).toISOString());
    await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan);
    const second = readSigningToken((await asked()).at(-1)?.page);
    const sent = await agreementDriver.codeFor(second);
    await expect(agreementDriver.ask(signCalls.confirmSignedScan, null, { token: second, code: makeWrongCode(sent) })).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    await agreementDriver.ask(signCalls.confirmSignedScan, null, { token: second, code: sent });
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'fully_signed', wet_ink: true });
  });
});

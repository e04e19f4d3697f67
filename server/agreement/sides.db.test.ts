import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { told } from '#test/jobs.ts';
import { wrongFor } from '#test/tampered.ts';
import { somebody } from '#test/world.ts';
import { agent, agreementTests, by, db, home, house, mandate, missing } from '#test/worlds/agreements.ts';
import { newPhone, scan, tokenOf, typed } from '#test/worlds/signers.ts';

agreementTests();
const scanned = createHash('sha256').update(scan).digest('hex');

describe('who signs', () => {
  test('whoever rents is who the tenancy says, reached where their account is: nobody signs for them with a number of their own', async () => {
    const { id, lead } = await by.drafted();
    const own = newPhone();
    const { parties } = await by.full(id);
    const [grace, mate, owner] = parties;
    if (!grace || !mate || !owner) throw new Error('three sign');
    // By another name for the same part, with another number: there is no such person in the tenancy.
    const instead = [{ role: 'tenant' as const, turn: 1, name: grace.name, phone: own, email: '' }];
    await expect(by.ask(agreementCalls.update, home.owner, { id, parties: instead })).rejects.toMatchObject({
      extra: { fields: { 'parties.0.name': expect.any(String) } },
    });
    // The row that is there, with another number and name: theirs stay.
    const after = await by.ask(agreementCalls.update, home.owner, {
      id,
      parties: [{ ...typed(grace), name: 'Another', phone: own }, typed(mate), typed(owner)],
    });
    expect(after.parties.map(({ name, phone }) => [name, phone])).toEqual([
      [grace.name, lead.phone],
      [mate.name, mate.phone],
      [owner.name, owner.phone],
    ]);
    // Left out: said before, and refused by name.
    const rest = after.parties.slice(1).map(typed);
    expect((await by.ask(agreementCalls.update, home.owner, { id, parties: rest })).unasked).toEqual([grace.name]);
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({
      extra: { fields: { parties: expect.stringContaining(grace.name) } },
    });
    await expect(by.ask(agreementCalls.bringPaper, home.owner, { id }, scan)).rejects.toMatchObject({
      extra: { fields: { parties: expect.stringContaining(grace.name) } },
    });
  });

  test('the code goes to the number of the account, whatever stands on the paper', async () => {
    const { id, lead } = await by.sent();
    await db().updateTable('agreement_party').set({ phone: newPhone() }).where('agreement_id', '=', id).where('turn', '=', 1).execute();
    expect(await by.ask(signCalls.look, null, { token: await by.lastToken(id) })).toMatchObject({ sent_to: `•••• ${lead.phone.slice(-3)}` });
  });

  test('an agent names nobody who signs as the landlord, and signs only by a mandate in force', async () => {
    const { id } = await by.drafted();
    await mandate.manages(id);
    const me = await mandate.mandated(false);
    const { parties } = await by.full(id);
    const rent = parties.slice(0, 2).map(typed);
    const one = { turn: 3, name: 'Somebody', phone: newPhone(), email: '' };
    await expect(by.ask(agreementCalls.update, me, { id, parties: [...rent, { ...one, role: 'owner' as const }] })).rejects.toMatchObject({
      extra: { fields: { 'parties.2.name': expect.any(String) } },
    });
    await by.ask(agreementCalls.update, me, { id, parties: [...rent, { ...one, role: 'agent' as const }] });
    await expect(by.ask(agreementCalls.send, me, { id })).rejects.toMatchObject({ extra: { fields: { parties: expect.any(String) } } });
    await mandate.mandated(true);
    await db()
      .updateTable('mandate')
      .set({ ends_on: addDays(clock.today(), -1) })
      .where('agent_company_id', '=', agent.me.companyId ?? 0)
      .where('ended_at', 'is', null)
      .execute();
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({ extra: { fields: { parties: expect.any(String) } } });
  });

  test('the platform’s people read: no button, no draft', async () => {
    const { id, tenancyId } = await by.drafted();
    for (const role of ['admin', 'subadmin'] as const) {
      const who = await somebody(house, role);
      await expect(by.ask(agreementCalls.create, who, { tenancy_id: tenancyId, kind: 'addendum' })).rejects.toMatchObject({
        failure: expect.stringMatching(/forbidden|notFound/),
      });
    }
    const admin = await somebody(house, 'admin');
    expect((await by.full(id, admin)).moves).toEqual([]);
    await expect(by.ask(agreementCalls.void, admin, { id, reason: 'Because' })).rejects.toMatchObject({ failure: 'forbidden' });
  });
});

describe('on paper', () => {
  test('only who rents says that it is what was signed; nobody of the side that brought it', async () => {
    const { id, lead } = await by.drafted();
    await mandate.manages(id);
    const me = await mandate.mandated(true);
    await by.ask(agreementCalls.bringPaper, me, { id }, scan);
    await expect(by.ask(agreementCalls.confirmPaper, home.owner, { id, sha256: scanned })).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await by.full(id)).moves).not.toContain('confirm_paper');
    // What was signed no longer follows the tenancy, and is not sent beside it.
    const text = (await by.full(id)).text;
    await sql`update tenancy_term set rent_cents = 9900000 where tenancy_id = ${(await by.full(id)).tenancy.id}`.execute(db());
    expect((await by.full(id)).text).toEqual(text);
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({ failure: 'conflict' });
    expect((await by.full(id, lead)).moves).toContain('confirm_paper');
    await by.ask(agreementCalls.confirmPaper, lead, { id, sha256: scanned });
    expect((await by.full(id)).status).toBe('fully_signed');
  });

  test('somebody without an account says it by their link and a code, or that it is not', async () => {
    const { id } = await by.drafted();
    const asked = async () => (await told(house, 'contract.paper')).filter(({ key }) => key.startsWith(`contract.paper:${id}:`));
    await by.ask(agreementCalls.bringPaper, home.owner, { id }, scan);
    expect(await asked()).toHaveLength(2);
    const first = tokenOf((await asked()).at(-1)?.page);
    expect(await by.ask(signCalls.look, null, { token: first })).toMatchObject({ name: 'Otieno', paper: true });
    const { code6, scan: shown, sha256 } = await by.opened(first);
    expect(shown).toContain('/media/');
    await expect(
      by.ask(signCalls.sign, null, { token: first, code: code6, sha256: 'a'.repeat(64), kind: 'typed', drawn: 'Otieno' }),
    ).rejects.toMatchObject({ failure: 'conflict' });
    expect(sha256).toBe('');
    await by.ask(signCalls.reject, null, { token: first, code: code6, reason: 'The rent is another' });
    expect(await by.full(id)).toMatchObject({ status: 'draft', wet_ink: false, moves: expect.arrayContaining(['send']) });
    await expect(by.ask(signCalls.look, null, { token: first })).rejects.toMatchObject(missing);
    await setClock(house, new Date(clock.ms() + dayMs).toISOString());
    await by.ask(agreementCalls.bringPaper, home.owner, { id }, scan);
    const second = tokenOf((await asked()).at(-1)?.page);
    const sent = await by.codeFor(second);
    await expect(by.ask(signCalls.paper, null, { token: second, code: wrongFor(sent) })).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    await by.ask(signCalls.paper, null, { token: second, code: sent });
    expect(await by.full(id)).toMatchObject({ status: 'fully_signed', wet_ink: true });
  });
});

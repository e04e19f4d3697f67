import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { AgreementDetails } from '#contract/agreement/shapes.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { agreementDriver, landlordHome, notFoundFailure, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { makeUnusedPhone, readSigningToken } from '#test/fixtures/signers.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { expireAgreements } from '../deadlines.ts';
import { agreementModule } from '../module.ts';

setUpAgreementTests();

describe('agreement draft', () => {
  test('is created with the tenancy, with its text and the signatories in order', async () => {
    const { id, lead } = await agreementDriver.drafted();
    const draft = await agreementDriver.full(id);
    expect(draft).toMatchObject({ status: 'draft', kind: 'lease', missing: [], cautions: ['no_advocate'], version: 1 });
    expect(draft.parties.map(({ role, turn }) => [role, turn])).toEqual([
      ['tenant', 1],
      ['co_tenant', 2],
      ['owner', 3],
    ]);
    expect(draft.text.blocks.some(({ en, sw }) => en.includes('forty-five thousand') && sw.includes('elfu arobaini na tano'))).toBe(true);
    expect(draft.moves).toEqual(['edit', 'send', 'bring_paper', 'void']);
    // A signer sees no agreement before it is sent; a stranger never sees it.
    await expect(agreementDriver.full(id, lead)).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.full(id, (await createOwnerWithUnit(testServices)).owner)).rejects.toMatchObject(notFoundFailure);
  });

  test('cannot be sent with an empty required field, and the error names the field', async () => {
    const { id } = await agreementDriver.drafted();
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, clauses: ['agent'] });
    expect((await agreementDriver.full(id)).missing).toEqual(['agent.name']);
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { text: expect.stringContaining('agent.name') } },
    });
    expect((await agreementDriver.full(id)).status).toBe('draft');
  });

  test('cannot be sent to two signatories with one phone number, or to a single signatory', async () => {
    const { id } = await agreementDriver.drafted();
    const one = { role: 'witness' as const, turn: 1, name: 'A', phone: '+254712345678', email: '' };
    await expect(agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: [one, { ...one, name: 'B' }] })).rejects.toMatchObject(
      {
        extra: { fields: { 'parties.1.phone': expect.any(String) } },
      },
    );
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, parties: [one] });
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { parties: expect.any(String) } },
    });
  });
});

describe('agreement signing', () => {
  test('in sequence, signatories sign in turn, and the agreement is fully signed only after the seal', async () => {
    const { id, tenancyId, lead } = await agreementDriver.sent();
    expect((await agreementDriver.full(id)).status).toBe('pending_signature');
    expect(await agreementDriver.invites(id)).toHaveLength(1);
    await agreementDriver.signs(await agreementDriver.lastToken(id));
    expect((await agreementDriver.full(id)).status).toBe('partially_signed');
    expect((await agreementDriver.invites(id)).length).toBe(2);
    await agreementDriver.signs(await agreementDriver.lastToken(id), { kind: 'drawn', drawn: 'M10 10 C 20 20, 40 20, 50 10' });
    await agreementDriver.signs(await agreementDriver.lastToken(id));
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'partially_signed', signed: 3, seal_failed: false });
    await runQueuedJobs(testServices);
    const done = await agreementDriver.full(id, lead);
    expect(done).toMatchObject({ status: 'fully_signed', sealed: expect.stringContaining('/media/'), moves: [] });
    expect(done.trail.map(({ what }) => what)).toEqual(expect.arrayContaining(['drafted', 'sent', 'invited', 'opened', 'signed', 'sealed']));
    const row = await testServices.database.db
      .selectFrom('agreement')
      .select(['sealed_file', 'sealed_sha256', 'pdf_sha256', 'pdf_file'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const sealed = Buffer.from((await testServices.storage.get(row.sealed_file ?? '')) ?? []);
    const text = Buffer.from((await testServices.storage.get(row.pdf_file ?? '')) ?? []);
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(row.sealed_sha256);
    expect(sealed.subarray(0, text.length).equals(text)).toBe(true);
    expect(await listSentNotifications(testServices, 'contract.completed')).not.toHaveLength(0);
    expect(tenancyId).toBeGreaterThan(0);
    // A second run of the job does not seal the agreement again.
    await agreementModule.handlers?.(testServices)['agreement.seal']?.({ agreementId: id });
    expect(
      (await testServices.database.db.selectFrom('agreement').select('sealed_sha256').where('id', '=', id).executeTakeFirstOrThrow()).sealed_sha256,
    ).toBe(row.sealed_sha256);
  });

  test('in parallel, all signatories receive their links at once', async () => {
    const { id } = await agreementDriver.drafted();
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, { id, sequential: false });
    await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
    expect(await agreementDriver.invites(id)).toHaveLength(3);
  });

  test('wrong or used links, and links opened out of turn, get the same "not found" response, and opening a link changes nothing', async () => {
    const { id } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    await agreementDriver.ask(signCalls.preview, null, { token });
    expect((await agreementDriver.full(id)).parties[0]?.status).toBe('sent');
    const early = await testServices.database.db
      .selectFrom('agreement_party')
      .select('id')
      .where('agreement_id', '=', id)
      .where('turn', '=', 2)
      .executeTakeFirstOrThrow();
    await expect(agreementDriver.ask(signCalls.preview, null, { token: `link.${early.id}.abcdefghijklmnopqrstuvwxyz` })).rejects.toMatchObject(
      notFoundFailure,
    );
    // A valid link does not open before the turn of its signatory.
    const { hashSigningToken: hashOf } = await import('../invite.ts');
    const key = 'k'.repeat(43);
    await testServices.database.db
      .updateTable('agreement_party')
      .set({ token_hash: hashOf(key), status: 'sent', expires_at: new Date(clock.ms() + dayMs) })
      .where('id', '=', early.id)
      .execute();
    await expect(agreementDriver.ask(signCalls.preview, null, { token: key })).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.ask(signCalls.preview, null, { token: 'x'.repeat(43) })).rejects.toMatchObject(notFoundFailure);
    await agreementDriver.signs(token);
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.ask(signCalls.sendCode, null, { token })).rejects.toMatchObject(notFoundFailure);
  });

  test('an expired link gets the "not found" response, before and after the agreement is marked as expired', async () => {
    const { id } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    const until = Date.parse((await agreementDriver.full(id)).parties[0]?.expires_at ?? '');
    await setClock(testServices, new Date(until - 1000).toISOString());
    const { sha256, code6 } = await agreementDriver.opened(token);
    await setClock(testServices, new Date(until).toISOString());
    const closed = async () => {
      await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
      await expect(agreementDriver.ask(signCalls.sendCode, null, { token })).rejects.toMatchObject(notFoundFailure);
      const signature = { token, code: code6, sha256, kind: 'typed' as const, drawn: 'A. Name' };
      await expect(agreementDriver.ask(signCalls.sign, null, signature)).rejects.toMatchObject(notFoundFailure);
    };
    await closed();
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'pending_signature', signed: 0 });
    await expireAgreements(testServices.database.db);
    await closed();
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'expired', signed: 0 });
  });

  test('requires the code sent for this agreement and the hash of the displayed text', async () => {
    const { id } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    const { sha256, code6 } = await agreementDriver.opened(token);
    const base = { token, kind: 'typed' as const, drawn: 'Name', sha256 };
    const other = makeWrongCode(code6);
    await expect(agreementDriver.ask(signCalls.sign, null, { ...base, code: other })).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    await expect(agreementDriver.ask(signCalls.sign, null, { ...base, code: code6, sha256: 'a'.repeat(64) })).rejects.toMatchObject({
      failure: 'conflict',
    });
    await expect(
      agreementDriver.ask(signCalls.sign, null, { ...base, code: code6, kind: 'drawn', drawn: '<script>alert(1)</script>' }),
    ).rejects.toMatchObject({
      extra: { fields: { drawn: expect.any(String) } },
    });
    const second = await agreementDriver.sent();
    await expect(
      agreementDriver.ask(signCalls.sign, null, { ...base, token: await agreementDriver.lastToken(second.id), code: code6 }),
    ).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    expect((await agreementDriver.full(id)).signed).toBe(0);
    await agreementDriver.ask(signCalls.sign, null, { ...base, code: code6 });
    expect((await agreementDriver.full(id)).signed).toBe(1);
  });

  test('a signatory whose phone number changed in the last three days gets no signing code', async () => {
    const { id, lead } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    const next = makeUnusedPhone();
    await testServices.database.db.updateTable('person').set({ phone: next }).where('id', '=', lead.id).execute();
    await testServices.database.db.updateTable('person').set({ phone_proved_at: clock.now() }).where('id', '=', lead.id).execute();
    await expect(agreementDriver.codeFor(token)).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(testServices, new Date(clock.ms() + 73 * 3_600_000).toISOString());
    // The signer’s number is the number of their account, so the code goes there and the document says so.
    await agreementDriver.signs(token);
    expect(await agreementDriver.full(id)).toMatchObject({ signed: 1, parties: [{ phone: next, status: 'signed' }, {}, {}] });
  });

  test('the dashboard gives a signing link only to its signatory, and the link opens only while that person is signed in', async () => {
    const { id, lead } = await agreementDriver.sent();
    const { path } = await agreementDriver.ask(agreementCalls.ownSigningLink, lead, { id });
    const token = readSigningToken(path);
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    expect(await agreementDriver.ask(signCalls.preview, lead, { token })).toMatchObject({ name: 'Wanjirũ Kamau', by: 'sms' });
    // The link that was sent still opens.
    await agreementDriver.ask(signCalls.preview, null, { token: await agreementDriver.lastToken(id) });
    await expect(agreementDriver.ask(agreementCalls.ownSigningLink, await agreementDriver.tenant(), { id })).rejects.toMatchObject(notFoundFailure);
  });

  test('a rejection with a reason closes the link, and a new version archives the rejected agreement', async () => {
    const { id } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    const { code6 } = await agreementDriver.opened(token);
    await agreementDriver.ask(signCalls.reject, null, { token, code: code6, reason: 'The deposit is wrong' });
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'rejected', reason: 'The deposit is wrong' });
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    const next: AgreementDetails = await agreementDriver.ask(agreementCalls.newVersion, landlordHome.owner, { id });
    expect(next).toMatchObject({ status: 'draft', version: 2, replaces: { id } });
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'archived', replaced_by: { id: next.id } });
  });

  test('after withdrawal no link opens, and withdrawing or sending again is rejected', async () => {
    const { id } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    await agreementDriver.ask(agreementCalls.void, landlordHome.owner, { id, reason: 'Another tenant came' });
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.ask(agreementCalls.void, landlordHome.owner, { id, reason: 'Again' })).rejects.toMatchObject({
      failure: 'wrongState',
    });
    await expect(agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('a suspended or deactivated signatory cannot open or sign through a link', async () => {
    const { id, lead } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    const set = (values: object) => testServices.database.db.updateTable('person').set(values).where('id', '=', lead.id).execute();
    await set({ is_active: false });
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await set({ is_active: true });
    await agreementDriver.signs(token);
    await agreementDriver.signs(await agreementDriver.lastToken(id));
    const last = await agreementDriver.lastToken(id);
    const stand = (verified_status: 'suspended' | 'verified') =>
      testServices.database.db.updateTable('person').set({ verified_status }).where('id', '=', landlordHome.owner.id).execute();
    await stand('suspended');
    await expect(agreementDriver.ask(signCalls.preview, null, { token: last })).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.signs(last)).rejects.toMatchObject(notFoundFailure);
    await stand('verified');
    await agreementDriver.signs(last);
    expect((await agreementDriver.full(id)).parties.every(({ status }) => status === 'signed')).toBe(true);
  });

  test('changing the phone number of a signatory without an account invalidates the old link and notifies the parties', async () => {
    const { id } = await agreementDriver.sent();
    await agreementDriver.signs(await agreementDriver.lastToken(id));
    const token = await agreementDriver.lastToken(id);
    const { parties } = await agreementDriver.full(id);
    const [first, mate] = parties;
    await expect(
      agreementDriver.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: first?.id ?? 0, phone: makeUnusedPhone(), email: '' }),
    ).rejects.toMatchObject({
      failure: 'wrongState',
    });
    const next = makeUnusedPhone();
    await agreementDriver.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: mate?.id ?? 0, phone: next, email: '' });
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    expect(await agreementDriver.ask(signCalls.preview, null, { token: await agreementDriver.lastToken(id) })).toMatchObject({
      sent_to: `•••• ${next.slice(-3)}`,
    });
    expect(await listSentNotifications(testServices, 'contract.number_changed')).not.toHaveLength(0);
    // The previous phone number is notified of the change, so that its owner can object.
    expect(await listSentNotifications(testServices, 'contract.number_left')).toEqual([
      expect.objectContaining({ to: expect.objectContaining({ phone: mate?.phone ?? undefined }) }),
    ]);
    // An email address is corrected. A signer reached by phone still has the link and is not notified.
    await agreementDriver.ask(agreementCalls.changeNumber, landlordHome.owner, {
      id,
      party_id: mate?.id ?? 0,
      phone: next,
      email: 'mate@makao.test',
    });
    await agreementDriver.ask(agreementCalls.changeNumber, landlordHome.owner, {
      id,
      party_id: mate?.id ?? 0,
      phone: next,
      email: 'mate.right@makao.test',
    });
    const [, ...mailed] = await listSentNotifications(testServices, 'contract.number_left');
    expect(mailed.map(({ to }) => to)).toEqual([{ email: 'mate@makao.test' }]);
    await expect(
      agreementDriver.ask(agreementCalls.changeNumber, landlordHome.owner, {
        id,
        party_id: mate?.id ?? 0,
        phone: next,
        email: 'mate.right@makao.test',
      }),
    ).rejects.toMatchObject({ failure: 'conflict' });
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { AgreementFull } from '#contract/agreement/shapes.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { agreementTests, landlordHome, notFoundFailure, readSigners, testServices } from '#test/fixtures/agreements.ts';
import { createPlace } from '#test/fixtures/market.ts';
import { newPhone, tokenInPath } from '#test/fixtures/signers.ts';
import { runQueuedJobs, sentNotifications } from '#test/jobs.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { expireAgreements } from '../deadlines.ts';
import { agreementModule } from '../module.ts';

agreementTests();

describe('agreement draft', () => {
  test('is created with the tenancy, with its text and the signatories in order', async () => {
    const { id, lead } = await readSigners.drafted();
    const draft = await readSigners.full(id);
    expect(draft).toMatchObject({ status: 'draft', kind: 'lease', missing: [], cautions: ['no_advocate'], version: 1 });
    expect(draft.parties.map(({ role, turn }) => [role, turn])).toEqual([
      ['tenant', 1],
      ['co_tenant', 2],
      ['owner', 3],
    ]);
    expect(draft.text.blocks.some(({ en, sw }) => en.includes('forty-five thousand') && sw.includes('elfu arobaini na tano'))).toBe(true);
    expect(draft.moves).toEqual(['edit', 'send', 'bring_paper', 'void']);
    // A signer sees no agreement before it is sent; a stranger never sees it.
    await expect(readSigners.full(id, lead)).rejects.toMatchObject(notFoundFailure);
    await expect(readSigners.full(id, (await createPlace(testServices)).owner)).rejects.toMatchObject(notFoundFailure);
  });

  test('cannot be sent while a field of the text has no value, and names the field', async () => {
    const { id } = await readSigners.drafted();
    await readSigners.ask(agreementCalls.update, landlordHome.owner, { id, clauses: ['agent'] });
    expect((await readSigners.full(id)).missing).toEqual(['agent.name']);
    await expect(readSigners.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { text: expect.stringContaining('agent.name') } },
    });
    expect((await readSigners.full(id)).status).toBe('draft');
  });

  test('cannot be sent to two signatories with one phone number, or to a single signatory', async () => {
    const { id } = await readSigners.drafted();
    const one = { role: 'witness' as const, turn: 1, name: 'A', phone: '+254712345678', email: '' };
    await expect(readSigners.ask(agreementCalls.update, landlordHome.owner, { id, parties: [one, { ...one, name: 'B' }] })).rejects.toMatchObject({
      extra: { fields: { 'parties.1.phone': expect.any(String) } },
    });
    await readSigners.ask(agreementCalls.update, landlordHome.owner, { id, parties: [one] });
    await expect(readSigners.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({
      extra: { fields: { parties: expect.any(String) } },
    });
  });
});

describe('agreement signing', () => {
  test('sequential: signatories sign in turn, and the agreement is fully signed only after the seal', async () => {
    const { id, tenancyId, lead } = await readSigners.sent();
    expect((await readSigners.full(id)).status).toBe('pending_signature');
    expect(await readSigners.invites(id)).toHaveLength(1);
    await readSigners.signs(await readSigners.lastToken(id));
    expect((await readSigners.full(id)).status).toBe('partially_signed');
    expect((await readSigners.invites(id)).length).toBe(2);
    await readSigners.signs(await readSigners.lastToken(id), { kind: 'drawn', drawn: 'M10 10 C 20 20, 40 20, 50 10' });
    await readSigners.signs(await readSigners.lastToken(id));
    expect(await readSigners.full(id)).toMatchObject({ status: 'partially_signed', signed: 3, seal_failed: false });
    await runQueuedJobs(testServices);
    const done = await readSigners.full(id, lead);
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
    expect(await sentNotifications(testServices, 'contract.completed')).not.toHaveLength(0);
    expect(tenancyId).toBeGreaterThan(0);
    // A second run of the job does not seal the agreement again.
    await agreementModule.handlers?.(testServices)['agreement.seal']?.({ agreementId: id });
    expect(
      (await testServices.database.db.selectFrom('agreement').select('sealed_sha256').where('id', '=', id).executeTakeFirstOrThrow()).sealed_sha256,
    ).toBe(row.sealed_sha256);
  });

  test('parallel: all signatories receive their link at once', async () => {
    const { id } = await readSigners.drafted();
    await readSigners.ask(agreementCalls.update, landlordHome.owner, { id, sequential: false });
    await readSigners.ask(agreementCalls.send, landlordHome.owner, { id });
    expect(await readSigners.invites(id)).toHaveLength(3);
  });

  test('wrong, used and early links get the same "not found" response, and opening a link changes nothing', async () => {
    const { id } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    await readSigners.ask(signCalls.preview, null, { token });
    expect((await readSigners.full(id)).parties[0]?.status).toBe('sent');
    const early = await testServices.database.db
      .selectFrom('agreement_party')
      .select('id')
      .where('agreement_id', '=', id)
      .where('turn', '=', 2)
      .executeTakeFirstOrThrow();
    await expect(readSigners.ask(signCalls.preview, null, { token: `link.${early.id}.abcdefghijklmnopqrstuvwxyz` })).rejects.toMatchObject(
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
    await expect(readSigners.ask(signCalls.preview, null, { token: key })).rejects.toMatchObject(notFoundFailure);
    await expect(readSigners.ask(signCalls.preview, null, { token: 'x'.repeat(43) })).rejects.toMatchObject(notFoundFailure);
    await readSigners.signs(token);
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await expect(readSigners.ask(signCalls.sendCode, null, { token })).rejects.toMatchObject(notFoundFailure);
  });

  test('an expired link gets the "not found" response, before and after the agreement is marked as expired', async () => {
    const { id } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    const until = Date.parse((await readSigners.full(id)).parties[0]?.expires_at ?? '');
    await setClock(testServices, new Date(until - 1000).toISOString());
    const { sha256, code6 } = await readSigners.opened(token);
    await setClock(testServices, new Date(until).toISOString());
    const closed = async () => {
      await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
      await expect(readSigners.ask(signCalls.sendCode, null, { token })).rejects.toMatchObject(notFoundFailure);
      const signature = { token, code: code6, sha256, kind: 'typed' as const, drawn: 'A. Name' };
      await expect(readSigners.ask(signCalls.sign, null, signature)).rejects.toMatchObject(notFoundFailure);
    };
    await closed();
    expect(await readSigners.full(id)).toMatchObject({ status: 'pending_signature', signed: 0 });
    await expireAgreements(testServices.database.db);
    await closed();
    expect(await readSigners.full(id)).toMatchObject({ status: 'expired', signed: 0 });
  });

  test('requires the code sent for this agreement and the hash of the displayed text', async () => {
    const { id } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    const { sha256, code6 } = await readSigners.opened(token);
    const base = { token, kind: 'typed' as const, drawn: 'Name', sha256 };
    const other = makeWrongCode(code6);
    await expect(readSigners.ask(signCalls.sign, null, { ...base, code: other })).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    await expect(readSigners.ask(signCalls.sign, null, { ...base, code: code6, sha256: 'a'.repeat(64) })).rejects.toMatchObject({
      failure: 'conflict',
    });
    await expect(
      readSigners.ask(signCalls.sign, null, { ...base, code: code6, kind: 'drawn', drawn: '<script>alert(1)</script>' }),
    ).rejects.toMatchObject({
      extra: { fields: { drawn: expect.any(String) } },
    });
    const second = await readSigners.sent();
    await expect(
      readSigners.ask(signCalls.sign, null, { ...base, token: await readSigners.lastToken(second.id), code: code6 }),
    ).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    expect((await readSigners.full(id)).signed).toBe(0);
    await readSigners.ask(signCalls.sign, null, { ...base, code: code6 });
    expect((await readSigners.full(id)).signed).toBe(1);
  });

  test('a signatory whose phone number changed in the last three days gets no signing code', async () => {
    const { id, lead } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    const next = newPhone();
    await testServices.database.db.updateTable('person').set({ phone: next }).where('id', '=', lead.id).execute();
    await testServices.database.db.updateTable('person').set({ phone_proved_at: clock.now() }).where('id', '=', lead.id).execute();
    await expect(readSigners.codeFor(token)).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(testServices, new Date(clock.ms() + 73 * 3_600_000).toISOString());
    // The signer’s number is the number of their account, so the code goes there and the document says so.
    await readSigners.signs(token);
    expect(await readSigners.full(id)).toMatchObject({ signed: 1, parties: [{ phone: next, status: 'signed' }, {}, {}] });
  });

  test('only a signed-in signatory gets a signing link in the dashboard', async () => {
    const { id, lead } = await readSigners.sent();
    const { path } = await readSigners.ask(agreementCalls.ownSigningLink, lead, { id });
    const token = tokenInPath(path);
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    expect(await readSigners.ask(signCalls.preview, lead, { token })).toMatchObject({ name: 'Wanjirũ Kamau', by: 'sms' });
    // The link that was sent still opens.
    await readSigners.ask(signCalls.preview, null, { token: await readSigners.lastToken(id) });
    await expect(readSigners.ask(agreementCalls.ownSigningLink, await readSigners.tenant(), { id })).rejects.toMatchObject(notFoundFailure);
  });

  test('rejection with a reason closes the link; a new version archives the rejected agreement', async () => {
    const { id } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    const { code6 } = await readSigners.opened(token);
    await readSigners.ask(signCalls.reject, null, { token, code: code6, reason: 'The deposit is wrong' });
    expect(await readSigners.full(id)).toMatchObject({ status: 'rejected', reason: 'The deposit is wrong' });
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    const next: AgreementFull = await readSigners.ask(agreementCalls.newVersion, landlordHome.owner, { id });
    expect(next).toMatchObject({ status: 'draft', version: 2, replaces: { id } });
    expect(await readSigners.full(id)).toMatchObject({ status: 'archived', replaced_by: { id: next.id } });
  });

  test('after withdrawal no link opens, and withdrawing or sending again is rejected', async () => {
    const { id } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    await readSigners.ask(agreementCalls.void, landlordHome.owner, { id, reason: 'Another tenant came' });
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await expect(readSigners.ask(agreementCalls.void, landlordHome.owner, { id, reason: 'Again' })).rejects.toMatchObject({ failure: 'wrongState' });
    await expect(readSigners.ask(agreementCalls.send, landlordHome.owner, { id })).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('a suspended or deactivated signatory cannot open or sign through a link', async () => {
    const { id, lead } = await readSigners.sent();
    const token = await readSigners.lastToken(id);
    const set = (values: object) => testServices.database.db.updateTable('person').set(values).where('id', '=', lead.id).execute();
    await set({ is_active: false });
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await set({ is_active: true });
    await readSigners.signs(token);
    await readSigners.signs(await readSigners.lastToken(id));
    const last = await readSigners.lastToken(id);
    const stand = (verified_status: 'suspended' | 'verified') =>
      testServices.database.db.updateTable('person').set({ verified_status }).where('id', '=', landlordHome.owner.id).execute();
    await stand('suspended');
    await expect(readSigners.ask(signCalls.preview, null, { token: last })).rejects.toMatchObject(notFoundFailure);
    await expect(readSigners.signs(last)).rejects.toMatchObject(notFoundFailure);
    await stand('verified');
    await readSigners.signs(last);
    expect((await readSigners.full(id)).parties.every(({ status }) => status === 'signed')).toBe(true);
  });

  test('changing the phone number of a signatory without an account invalidates the old link and notifies the parties', async () => {
    const { id } = await readSigners.sent();
    await readSigners.signs(await readSigners.lastToken(id));
    const token = await readSigners.lastToken(id);
    const { parties } = await readSigners.full(id);
    const [first, mate] = parties;
    await expect(
      readSigners.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: first?.id ?? 0, phone: newPhone(), email: '' }),
    ).rejects.toMatchObject({
      failure: 'wrongState',
    });
    const next = newPhone();
    await readSigners.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: mate?.id ?? 0, phone: next, email: '' });
    await expect(readSigners.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    expect(await readSigners.ask(signCalls.preview, null, { token: await readSigners.lastToken(id) })).toMatchObject({
      sent_to: `•••• ${next.slice(-3)}`,
    });
    expect(await sentNotifications(testServices, 'contract.number_changed')).not.toHaveLength(0);
    // The previous phone number is notified of the change, so that its owner can object.
    expect(await sentNotifications(testServices, 'contract.number_left')).toEqual([
      expect.objectContaining({ to: expect.objectContaining({ phone: mate?.phone ?? undefined }) }),
    ]);
    // An email address is corrected. A signer reached by phone still has the link and is not notified.
    await readSigners.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: mate?.id ?? 0, phone: next, email: 'mate@makao.test' });
    await readSigners.ask(agreementCalls.changeNumber, landlordHome.owner, {
      id,
      party_id: mate?.id ?? 0,
      phone: next,
      email: 'mate.right@makao.test',
    });
    const [, ...mailed] = await sentNotifications(testServices, 'contract.number_left');
    expect(mailed.map(({ to }) => to)).toEqual([{ email: 'mate@makao.test' }]);
    await expect(
      readSigners.ask(agreementCalls.changeNumber, landlordHome.owner, { id, party_id: mate?.id ?? 0, phone: next, email: 'mate.right@makao.test' }),
    ).rejects.toMatchObject({ failure: 'conflict' });
  });
});

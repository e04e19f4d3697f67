import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { AgreementFull } from '#contract/agreement/shapes.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { drain, told } from '#test/jobs.ts';
import { wrongFor } from '#test/tampered.ts';
import { agreementTests, by, home, house, missing } from '#test/worlds/agreements.ts';
import { place } from '#test/worlds/market.ts';
import { newPhone, tokenOf } from '#test/worlds/signers.ts';
import { agreementRoom } from '../room.ts';

agreementTests();

describe('a draft', () => {
  test('is there when a tenancy is made: the text, who signs and in which order', async () => {
    const { id, lead } = await by.drafted();
    const draft = await by.full(id);
    expect(draft).toMatchObject({ status: 'draft', kind: 'lease', missing: [], cautions: ['no_advocate'], version: 1 });
    expect(draft.parties.map(({ role, turn }) => [role, turn])).toEqual([
      ['tenant', 1],
      ['co_tenant', 2],
      ['owner', 3],
    ]);
    expect(draft.text.blocks.some(({ en, sw }) => en.includes('forty-five thousand') && sw.includes('elfu arobaini na tano'))).toBe(true);
    expect(draft.moves).toEqual(['edit', 'send', 'bring_paper', 'void']);
    // Whoever is to sign sees nothing of it before it is sent; a stranger never does.
    await expect(by.full(id, lead)).rejects.toMatchObject(missing);
    await expect(by.full(id, (await place(house)).owner)).rejects.toMatchObject(missing);
  });

  test('with a field nobody knows is not sent, and says which', async () => {
    const { id } = await by.drafted();
    await by.ask(agreementCalls.update, home.owner, { id, clauses: ['agent'] });
    expect((await by.full(id)).missing).toEqual(['agent.name']);
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({
      extra: { fields: { text: expect.stringContaining('agent.name') } },
    });
    expect((await by.full(id)).status).toBe('draft');
  });

  test('two with one number, or one alone, cannot sign', async () => {
    const { id } = await by.drafted();
    const one = { role: 'witness' as const, turn: 1, name: 'A', phone: '+254712345678', email: '' };
    await expect(by.ask(agreementCalls.update, home.owner, { id, parties: [one, { ...one, name: 'B' }] })).rejects.toMatchObject({
      extra: { fields: { 'parties.1.phone': expect.any(String) } },
    });
    await by.ask(agreementCalls.update, home.owner, { id, parties: [one] });
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({ extra: { fields: { parties: expect.any(String) } } });
  });
});

describe('signing', () => {
  test('one after the other; sealed when the last has signed, and only then fully signed', async () => {
    const { id, tenancyId, lead } = await by.sent();
    expect((await by.full(id)).status).toBe('pending_signature');
    expect(await by.invites(id)).toHaveLength(1);
    await by.signs(await by.lastToken(id));
    expect((await by.full(id)).status).toBe('partially_signed');
    expect((await by.invites(id)).length).toBe(2);
    await by.signs(await by.lastToken(id), { kind: 'drawn', drawn: 'M10 10 C 20 20, 40 20, 50 10' });
    await by.signs(await by.lastToken(id));
    expect(await by.full(id)).toMatchObject({ status: 'partially_signed', signed: 3, seal_failed: false });
    await drain(house);
    const done = await by.full(id, lead);
    expect(done).toMatchObject({ status: 'fully_signed', sealed: expect.stringContaining('/media/'), moves: [] });
    expect(done.trail.map(({ what }) => what)).toEqual(expect.arrayContaining(['drafted', 'sent', 'invited', 'opened', 'signed', 'sealed']));
    const row = await house.database.db
      .selectFrom('agreement')
      .select(['sealed_file', 'sealed_sha256', 'pdf_sha256', 'pdf_file'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const sealed = Buffer.from((await house.storage.get(row.sealed_file ?? '')) ?? []);
    const text = Buffer.from((await house.storage.get(row.pdf_file ?? '')) ?? []);
    expect(createHash('sha256').update(sealed).digest('hex')).toBe(row.sealed_sha256);
    expect(sealed.subarray(0, text.length).equals(text)).toBe(true);
    expect(await told(house, 'contract.completed')).not.toHaveLength(0);
    expect(tenancyId).toBeGreaterThan(0);
    // Once sealed it is not sealed again.
    await agreementRoom.handlers?.(house)['agreement.seal']?.({ agreementId: id });
    expect(
      (await house.database.db.selectFrom('agreement').select('sealed_sha256').where('id', '=', id).executeTakeFirstOrThrow()).sealed_sha256,
    ).toBe(row.sealed_sha256);
  });

  test('side by side everybody is asked at once', async () => {
    const { id } = await by.drafted();
    await by.ask(agreementCalls.update, home.owner, { id, sequential: false });
    await by.ask(agreementCalls.send, home.owner, { id });
    expect(await by.invites(id)).toHaveLength(3);
  });

  test('wrong, used, early and late links answer alike, and looking does nothing', async () => {
    const { id } = await by.sent();
    const token = await by.lastToken(id);
    await by.ask(signCalls.look, null, { token });
    expect((await by.full(id)).parties[0]?.status).toBe('sent');
    const early = await house.database.db
      .selectFrom('agreement_party')
      .select('id')
      .where('agreement_id', '=', id)
      .where('turn', '=', 2)
      .executeTakeFirstOrThrow();
    await expect(by.ask(signCalls.look, null, { token: `link.${early.id}.abcdefghijklmnopqrstuvwxyz` })).rejects.toMatchObject(missing);
    // Even one with a right link does not come before their turn.
    const { hashOf } = await import('../invite.ts');
    const key = 'k'.repeat(43);
    await house.database.db
      .updateTable('agreement_party')
      .set({ token_hash: hashOf(key), status: 'sent', expires_at: new Date(clock.ms() + dayMs) })
      .where('id', '=', early.id)
      .execute();
    await expect(by.ask(signCalls.look, null, { token: key })).rejects.toMatchObject(missing);
    await expect(by.ask(signCalls.look, null, { token: 'x'.repeat(43) })).rejects.toMatchObject(missing);
    await by.signs(token);
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    await expect(by.ask(signCalls.code, null, { token })).rejects.toMatchObject(missing);
  });

  test('wants the code of this party and this text, and the text that was shown', async () => {
    const { id } = await by.sent();
    const token = await by.lastToken(id);
    const { sha256, code6 } = await by.opened(token);
    const base = { token, kind: 'typed' as const, drawn: 'Name', sha256 };
    const other = wrongFor(code6);
    await expect(by.ask(signCalls.sign, null, { ...base, code: other })).rejects.toMatchObject({ extra: { fields: { code: expect.any(String) } } });
    await expect(by.ask(signCalls.sign, null, { ...base, code: code6, sha256: 'a'.repeat(64) })).rejects.toMatchObject({ failure: 'conflict' });
    await expect(by.ask(signCalls.sign, null, { ...base, code: code6, kind: 'drawn', drawn: '<script>alert(1)</script>' })).rejects.toMatchObject({
      extra: { fields: { drawn: expect.any(String) } },
    });
    const second = await by.sent();
    await expect(by.ask(signCalls.sign, null, { ...base, token: await by.lastToken(second.id), code: code6 })).rejects.toMatchObject({
      extra: { fields: { code: expect.any(String) } },
    });
    expect((await by.full(id)).signed).toBe(0);
    await by.ask(signCalls.sign, null, { ...base, code: code6 });
    expect((await by.full(id)).signed).toBe(1);
  });

  test('a number that changed in the last three days reads and signs nothing', async () => {
    const { id, lead } = await by.sent();
    const token = await by.lastToken(id);
    const next = newPhone();
    await house.database.db.updateTable('person').set({ phone: next }).where('id', '=', lead.id).execute();
    await house.database.db.updateTable('person').set({ phone_proved_at: clock.now() }).where('id', '=', lead.id).execute();
    await expect(by.codeFor(token)).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(house, new Date(clock.ms() + 73 * 3_600_000).toISOString());
    // Theirs is the number of their account: the code goes there, and the paper says so.
    await by.signs(token);
    expect(await by.full(id)).toMatchObject({ signed: 1, parties: [{ phone: next, status: 'signed' }, {}, {}] });
  });

  test('whoever is signed in as a party has a way of their own, nobody else', async () => {
    const { id, lead } = await by.sent();
    const { path } = await by.ask(agreementCalls.myLink, lead, { id });
    const token = tokenOf(path);
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    expect(await by.ask(signCalls.look, lead, { token })).toMatchObject({ name: 'Wanjirũ Kamau', by: 'sms' });
    // The one that was sent opens as before.
    await by.ask(signCalls.look, null, { token: await by.lastToken(id) });
    await expect(by.ask(agreementCalls.myLink, await by.tenant(), { id })).rejects.toMatchObject(missing);
  });

  test('no, with a reason: every link closes, a new version is a new row', async () => {
    const { id } = await by.sent();
    const token = await by.lastToken(id);
    const { code6 } = await by.opened(token);
    await by.ask(signCalls.reject, null, { token, code: code6, reason: 'The deposit is wrong' });
    expect(await by.full(id)).toMatchObject({ status: 'rejected', reason: 'The deposit is wrong' });
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    const next: AgreementFull = await by.ask(agreementCalls.newVersion, home.owner, { id });
    expect(next).toMatchObject({ status: 'draft', version: 2, replaces: { id } });
    expect(await by.full(id)).toMatchObject({ status: 'archived', replaced_by: { id: next.id } });
  });

  test('taken back: no link opens, and an illegal move says so', async () => {
    const { id } = await by.sent();
    const token = await by.lastToken(id);
    await by.ask(agreementCalls.void, home.owner, { id, reason: 'Another tenant came' });
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    await expect(by.ask(agreementCalls.void, home.owner, { id, reason: 'Again' })).rejects.toMatchObject({ failure: 'wrongState' });
    await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('whom the platform suspended or shut out signs nothing, by whichever link', async () => {
    const { id, lead } = await by.sent();
    const token = await by.lastToken(id);
    const set = (values: object) => house.database.db.updateTable('person').set(values).where('id', '=', lead.id).execute();
    await set({ is_active: false });
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    await set({ is_active: true });
    await by.signs(token);
    await by.signs(await by.lastToken(id));
    const last = await by.lastToken(id);
    const stand = (verified_status: 'suspended' | 'verified') =>
      house.database.db.updateTable('person').set({ verified_status }).where('id', '=', home.owner.id).execute();
    await stand('suspended');
    await expect(by.ask(signCalls.look, null, { token: last })).rejects.toMatchObject(missing);
    await expect(by.signs(last)).rejects.toMatchObject(missing);
    await stand('verified');
    await by.signs(last);
    expect((await by.full(id)).parties.every(({ status }) => status === 'signed')).toBe(true);
  });

  test('another number of somebody without an account: the old link dies, everybody is told', async () => {
    const { id } = await by.sent();
    await by.signs(await by.lastToken(id));
    const token = await by.lastToken(id);
    const { parties } = await by.full(id);
    const [first, mate] = parties;
    await expect(
      by.ask(agreementCalls.changeNumber, home.owner, { id, party_id: first?.id ?? 0, phone: newPhone(), email: '' }),
    ).rejects.toMatchObject({
      failure: 'wrongState',
    });
    const next = newPhone();
    await by.ask(agreementCalls.changeNumber, home.owner, { id, party_id: mate?.id ?? 0, phone: next, email: '' });
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    expect(await by.ask(signCalls.look, null, { token: await by.lastToken(id) })).toMatchObject({ sent_to: `•••• ${next.slice(-3)}` });
    expect(await told(house, 'contract.number_changed')).not.toHaveLength(0);
    // Where they were reached before they hear of it, and where to object.
    expect(await told(house, 'contract.number_left')).toEqual([
      expect.objectContaining({ to: expect.objectContaining({ phone: mate?.phone ?? undefined }) }),
    ]);
    // A mailbox is put right: whoever has the phone still has it, and is not told otherwise.
    await by.ask(agreementCalls.changeNumber, home.owner, { id, party_id: mate?.id ?? 0, phone: next, email: 'mate@makao.test' });
    await by.ask(agreementCalls.changeNumber, home.owner, { id, party_id: mate?.id ?? 0, phone: next, email: 'mate.right@makao.test' });
    const [, ...mailed] = await told(house, 'contract.number_left');
    expect(mailed.map(({ to }) => to)).toEqual([{ email: 'mate@makao.test' }]);
    await expect(
      by.ask(agreementCalls.changeNumber, home.owner, { id, party_id: mate?.id ?? 0, phone: next, email: 'mate.right@makao.test' }),
    ).rejects.toMatchObject({ failure: 'conflict' });
  });
});

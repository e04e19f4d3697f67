import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls, templateCalls } from '#contract/agreement/calls.ts';
import { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { setClock } from '#test/clock.ts';
import { drain, told } from '#test/jobs.ts';
import { agreementTests, by, home, house, missing } from '#test/worlds/agreements.ts';
import { place } from '#test/worlds/market.ts';
import { scan, tokenOf } from '#test/worlds/signers.ts';
import { paperFor } from './paper-text.ts';
import { partiesIn, wordsOf } from './rows.ts';
import { expireAgreements, remindSigners } from './time.ts';

agreementTests();
const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');

describe('time', () => {
  const later = (days: number) => setClock(house, new Date(clock.ms() + days * dayMs).toISOString());
  const reminders = async (id: number) => (await by.full(id)).trail.filter(({ what }) => what === 'reminded').length;

  test('reminds on days two, four and six; after a week of silence once, and never twice', async () => {
    const { id } = await by.sent();
    await remindSigners(house.secret, house.database.db);
    expect(await reminders(id)).toBe(0);
    await later(2.1);
    await remindSigners(house.secret, house.database.db);
    await remindSigners(house.secret, house.database.db);
    expect(await reminders(id)).toBe(1);
    await later(4.5);
    await remindSigners(house.secret, house.database.db);
    expect(await reminders(id)).toBe(2);
    const link = (await told(house, 'contract.reminder')).at(-1)?.page;
    expect(await by.ask(signCalls.look, null, { token: tokenOf(link) })).toMatchObject({ name: 'Wanjirũ Kamau' });
  });

  test('runs out seven days after one’s own turn; a new link begins anew', async () => {
    const { id } = await by.sent();
    await later(6);
    await by.signs(await by.lastToken(id));
    await later(6.5);
    // The second was asked six days later: theirs is not over with the first one's.
    await expireAgreements(house.database.db);
    expect((await by.full(id)).status).toBe('partially_signed');
    const mate = (await by.full(id)).parties[1];
    await by.ask(agreementCalls.resend, home.owner, { id, party_id: mate?.id ?? 0 });
    const token = await by.lastToken(id);
    await later(9);
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    await expireAgreements(house.database.db);
    await expireAgreements(house.database.db);
    expect(await by.full(id)).toMatchObject({ status: 'expired', parties: [{ status: 'signed' }, { status: 'expired' }, { status: 'waiting' }] });
  });
});

describe('the seal', () => {
  test('fails: it stays partly signed, somebody is told, and it can be run again', async () => {
    const { id } = await by.sent();
    await by.everybodySigns(id);
    const { get } = house.storage;
    Object.assign(house.storage, { get: async () => null });
    await drain(house);
    Object.assign(house.storage, { get });
    expect(await by.full(id)).toMatchObject({ status: 'partially_signed', seal_failed: true, moves: expect.arrayContaining(['seal_again']) });
    expect(await told(house, 'contract.seal_failed')).not.toHaveLength(0);
    await by.ask(agreementCalls.sealAgain, home.owner, { id });
    await drain(house);
    expect((await by.full(id)).status).toBe('fully_signed');
  });

  test('what was drawn and on which device stands in the trail by its digest', async () => {
    const { id } = await by.sent();
    const drawn = 'M10 10 C 20 20, 40 20, 50 10';
    await by.signs(await by.lastToken(id), { kind: 'drawn', drawn });
    const { detail } = await house.database.db
      .selectFrom('agreement_event')
      .select('detail')
      .where('agreement_id', '=', id)
      .where('what', '=', 'signed')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ signature: hash(Buffer.from(drawn)), device: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('a paper that is signed here has no line left to be filled in, and names who signs', async () => {
    const { id } = await by.sent();
    const row = await systemRows(house.database.db, 'agreement', 'a test').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { parts } = paperFor(row, await wordsOf(house.database.db, row), await partiesIn(house.database.db, row));
    expect(parts.filter((part) => 'signature' in part)).toEqual([]);
    expect(JSON.stringify(parts)).toContain('Wanjirũ Kamau');
  });

  test('one changed byte is told; the code alone says the day and how many', async () => {
    const { id } = await by.sent();
    await by.everybodySigns(id);
    await drain(house);
    const row = await house.database.db.selectFrom('agreement').select(['sealed_file', 'verify_code']).where('id', '=', id).executeTakeFirstOrThrow();
    const bytes = Buffer.from((await house.storage.get(row.sealed_file ?? '')) ?? []);
    expect(await by.ask(verifyCalls.file, null, { sha256: hash(bytes) })).toMatchObject({ verdict: 'sealed', signers: 3, at: expect.any(String) });
    const other = Buffer.from(bytes);
    other[1000] = (other[1000] ?? 0) ^ 1;
    expect(await by.ask(verifyCalls.file, null, { sha256: hash(other) })).toEqual({ verdict: 'unknown', at: null, signers: 0, code: null });
    expect(await by.ask(verifyCalls.code, null, { code: (row.verify_code ?? '').toLowerCase().replaceAll('-', ' ') })).toEqual({
      verdict: 'sealed',
      at: expect.any(String),
      signers: 3,
    });
    await expect(by.ask(verifyCalls.code, null, { code: 'AAAA-BBBB-CCCC-DDDD' })).rejects.toMatchObject(missing);
    // Nobody makes it unknown by bringing the same file as their scan: it is refused, and if it had been taken it would change nothing.
    const draft = await by.drafted();
    await expect(by.ask(agreementCalls.bringPaper, home.owner, { id: draft.id }, bytes)).rejects.toMatchObject({ failure: 'invalid' });
    const ink = JSON.stringify({ key: 'x', sha256: hash(bytes), by: 1, at: clock.now().toISOString() });
    for (const status of ['draft', 'fully_signed'] as const) {
      await house.database.db.updateTable('agreement').set({ wet_ink: ink, status }).where('id', '=', draft.id).execute();
      expect(await by.ask(verifyCalls.file, null, { sha256: hash(bytes) })).toMatchObject({ verdict: 'sealed', signers: 3 });
    }
  });

  test('on paper: whoever lets brought the scan, one who rents confirms it', async () => {
    const { id, lead } = await by.drafted();
    await by.ask(agreementCalls.bringPaper, home.owner, { id }, scan);
    const sha256 = createHash('sha256').update(scan).digest('hex');
    await expect(by.ask(agreementCalls.confirmPaper, home.owner, { id, sha256 })).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await by.full(id, lead)).moves).toContain('confirm_paper');
    const read = (await by.full(id, lead)).scan_sha256 ?? '';
    // Another scan is brought while they read the first.
    const other = Buffer.concat([scan, Buffer.from('%')]);
    await by.ask(agreementCalls.bringPaper, home.owner, { id }, other);
    await expect(by.ask(agreementCalls.confirmPaper, lead, { id, sha256: read })).rejects.toMatchObject({ failure: 'conflict' });
    await by.ask(agreementCalls.bringPaper, home.owner, { id }, scan);
    expect(await by.ask(agreementCalls.confirmPaper, lead, { id, sha256 })).toMatchObject({ status: 'fully_signed', wet_ink: true });
    expect(await by.ask(verifyCalls.file, null, { sha256 })).toMatchObject({ verdict: 'paper' });
  });
});

describe('templates', () => {
  test('ours are copied, not changed; a company’s own go from version to version', async () => {
    const all = await by.ask(templateCalls.all, home.owner, { page: 1 });
    expect(all.results.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['lease', 'addendum', 'renewal']));
    const ours = await by.ask(templateCalls.details, home.owner, { id: all.results[0]?.id ?? 0 });
    const change = { name: 'Ours', governs: 'sw' as const, reviewed_by: 'Adv. Njoroge', body: ours.body };
    await expect(by.ask(templateCalls.save, home.owner, { id: ours.id, ...change })).rejects.toMatchObject({ failure: 'conflict' });
    const copy = await by.ask(templateCalls.copy, home.owner, { id: ours.id, name: 'Our lease' });
    expect(copy).toMatchObject({ system: false, version: 1, reviewed_by: '' });
    const next = await by.ask(templateCalls.save, home.owner, { id: copy.id, ...change });
    expect(next).toMatchObject({ version: 2, reviewed_by: 'Adv. Njoroge', governs: 'sw' });
    await expect(by.ask(templateCalls.details, home.owner, { id: copy.id })).rejects.toMatchObject(missing);
    await expect(by.ask(templateCalls.details, (await place(house)).owner, { id: next.id })).rejects.toMatchObject(missing);
    const wrong = { ...ours.body, blocks: [{ kind: 'text' as const, en: '{rent.wrods}', sw: 'x' }] };
    await expect(by.ask(templateCalls.save, home.owner, { id: next.id, ...change, body: wrong })).rejects.toMatchObject({ failure: 'invalid' });
    await by.ask(templateCalls.retire, home.owner, { id: next.id });
    expect(
      (
        await house.database.db
          .selectFrom('agreement_template')
          .select(sql<number>`count(*)`.as('n'))
          .where('name', '=', 'Ours')
          .where('retired_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).n,
    ).toBe(0);
  });
});

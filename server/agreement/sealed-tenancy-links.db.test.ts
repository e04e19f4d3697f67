import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls, templateCalls } from '#contract/agreement/calls.ts';
import { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { setClock } from '#test/clock.ts';
import { agreementDriver, landlordHome, notFoundFailure, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { readSigningToken, signedScan } from '#test/fixtures/signers.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { expireAgreements, remindDueSigners } from './deadlines.ts';
import { buildAgreementPdfDocument } from './pdf-text.ts';
import { listAgreementParties, readAgreementText } from './rows.ts';

setUpAgreementTests();
const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');

describe('agreement deadlines', () => {
  const later = (days: number) => setClock(testServices, new Date(clock.ms() + days * dayMs).toISOString());
  const reminders = async (id: number) => (await agreementDriver.full(id)).trail.filter(({ what }) => what === 'reminded').length;

  test('each reminder is sent once, and several missed reminder days cause only one reminder', async () => {
    const { id } = await agreementDriver.sent();
    await remindDueSigners(testServices.secret, testServices.database.db);
    expect(await reminders(id)).toBe(0);
    await later(2.1);
    await remindDueSigners(testServices.secret, testServices.database.db);
    await remindDueSigners(testServices.secret, testServices.database.db);
    expect(await reminders(id)).toBe(1);
    await later(4.5);
    await remindDueSigners(testServices.secret, testServices.database.db);
    expect(await reminders(id)).toBe(2);
    const link = (await listSentNotifications(testServices, 'contract.reminder')).at(-1)?.page;
    expect(await agreementDriver.ask(signCalls.preview, null, { token: readSigningToken(link) })).toMatchObject({ name: 'Wanjirũ Kamau' });
  });

  test("a signature request expires seven days after the signatory's turn began, and a new link restarts the period", async () => {
    const { id } = await agreementDriver.sent();
    await later(6);
    await agreementDriver.signs(await agreementDriver.lastToken(id));
    await later(6.5);
    // The second signatory was asked six days later, so that deadline has not passed.
    await expireAgreements(testServices.database.db);
    expect((await agreementDriver.full(id)).status).toBe('partially_signed');
    const mate = (await agreementDriver.full(id)).parties[1];
    await agreementDriver.ask(agreementCalls.resend, landlordHome.owner, { id, party_id: mate?.id ?? 0 });
    const token = await agreementDriver.lastToken(id);
    await later(9);
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    await expireAgreements(testServices.database.db);
    await expireAgreements(testServices.database.db);
    expect(await agreementDriver.full(id)).toMatchObject({
      status: 'expired',
      parties: [{ status: 'signed' }, { status: 'expired' }, { status: 'waiting' }],
    });
  });
});

describe('agreement seal', () => {
  test('after a failed seal the agreement stays partly signed, and staff are notified and can retry', async () => {
    const { id } = await agreementDriver.sent();
    await agreementDriver.everybodySigns(id);
    const { get } = testServices.storage;
    Object.assign(testServices.storage, { get: async () => null });
    await runQueuedJobs(testServices);
    Object.assign(testServices.storage, { get });
    expect(await agreementDriver.full(id)).toMatchObject({
      status: 'partially_signed',
      seal_failed: true,
      moves: expect.arrayContaining(['seal_again']),
    });
    expect(await listSentNotifications(testServices, 'contract.seal_failed')).not.toHaveLength(0);
    await agreementDriver.ask(agreementCalls.retrySeal, landlordHome.owner, { id });
    await runQueuedJobs(testServices);
    expect((await agreementDriver.full(id)).status).toBe('fully_signed');
  });

  test('the audit trail contains the digest of the drawn signature and of the device', async () => {
    const { id } = await agreementDriver.sent();
    const drawn = 'M10 10 C 20 20, 40 20, 50 10';
    await agreementDriver.signs(await agreementDriver.lastToken(id), { kind: 'drawn', drawn });
    const { detail } = await testServices.database.db
      .selectFrom('agreement_event')
      .select('detail')
      .where('agreement_id', '=', id)
      .where('what', '=', 'signed')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ signature: hash(Buffer.from(drawn)), device: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('a digitally signed document has no empty signature lines and names its signatories', async () => {
    const { id } = await agreementDriver.sent();
    const row = await systemRows(testServices.database.db, 'agreement', 'a test').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { parts } = buildAgreementPdfDocument(
      row,
      await readAgreementText(testServices.database.db, row),
      await listAgreementParties(testServices.database.db, row),
    );
    expect(parts.filter((part) => 'signature' in part)).toEqual([]);
    expect(JSON.stringify(parts)).toContain('Wanjirũ Kamau');
  });

  test('verification detects a single changed byte, and verification by code returns only the date and the number of signatories', async () => {
    const { id } = await agreementDriver.sent();
    await agreementDriver.everybodySigns(id);
    await runQueuedJobs(testServices);
    const row = await testServices.database.db
      .selectFrom('agreement')
      .select(['sealed_file', 'verify_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from((await testServices.storage.get(row.sealed_file ?? '')) ?? []);
    expect(await agreementDriver.ask(verifyCalls.verifyFile, null, { sha256: hash(bytes) })).toMatchObject({
      verdict: 'sealed',
      signers: 3,
      at: expect.any(String),
    });
    const other = Buffer.from(bytes);
    other[1000] = (other[1000] ?? 0) ^ 1;
    expect(await agreementDriver.ask(verifyCalls.verifyFile, null, { sha256: hash(other) })).toEqual({
      verdict: 'unknown',
      at: null,
      signers: 0,
      code: null,
    });
    expect(await agreementDriver.ask(verifyCalls.verifyCode, null, { code: (row.verify_code ?? '').toLowerCase().replaceAll('-', ' ') })).toEqual({
      verdict: 'sealed',
      at: expect.any(String),
      signers: 3,
    });
    await expect(agreementDriver.ask(verifyCalls.verifyCode, null, { code: 'AAAA-BBBB-CCCC-DDDD' })).rejects.toMatchObject(notFoundFailure);
    // Uploading the same file as a scan cannot make the sealed file unknown. The upload is rejected, and even an accepted one would change nothing.
    const draft = await agreementDriver.drafted();
    await expect(agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id: draft.id }, bytes)).rejects.toMatchObject({
      failure: 'invalid',
    });
    const ink = JSON.stringify({ key: 'x', sha256: hash(bytes), by: 1, at: clock.now().toISOString() });
    for (const status of ['draft', 'fully_signed'] as const) {
      await testServices.database.db.updateTable('agreement').set({ wet_ink: ink, status }).where('id', '=', draft.id).execute();
      expect(await agreementDriver.ask(verifyCalls.verifyFile, null, { sha256: hash(bytes) })).toMatchObject({ verdict: 'sealed', signers: 3 });
    }
  });

  test('a lease signed on paper is uploaded by the landlord and confirmed by one tenant', async () => {
    const { id, lead } = await agreementDriver.drafted();
    await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan);
    const sha256 = createHash('sha256').update(signedScan).digest('hex');
    await expect(agreementDriver.ask(agreementCalls.confirmSignedScan, landlordHome.owner, { id, sha256 })).rejects.toMatchObject({
      failure: 'forbidden',
    });
    expect((await agreementDriver.full(id, lead)).moves).toContain('confirm_paper');
    const read = (await agreementDriver.full(id, lead)).scan_sha256 ?? '';
    // The landlord uploads another scan while the tenant is reading the first.
    const other = Buffer.concat([signedScan, Buffer.from('%')]);
    await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, other);
    await expect(agreementDriver.ask(agreementCalls.confirmSignedScan, lead, { id, sha256: read })).rejects.toMatchObject({ failure: 'conflict' });
    await agreementDriver.ask(agreementCalls.uploadSignedScan, landlordHome.owner, { id }, signedScan);
    expect(await agreementDriver.ask(agreementCalls.confirmSignedScan, lead, { id, sha256 })).toMatchObject({
      status: 'fully_signed',
      wet_ink: true,
    });
    expect(await agreementDriver.ask(verifyCalls.verifyFile, null, { sha256 })).toMatchObject({ verdict: 'paper' });
  });
});

describe('agreement templates', () => {
  test("a Makao template can only be copied, and saving a company's template creates a new version", async () => {
    const all = await agreementDriver.ask(templateCalls.list, landlordHome.owner, { page: 1 });
    expect(all.results.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['lease', 'addendum', 'renewal']));
    const ours = await agreementDriver.ask(templateCalls.details, landlordHome.owner, { id: all.results[0]?.id ?? 0 });
    const change = { name: 'Ours', governs: 'sw' as const, reviewed_by: 'Adv. Njoroge', body: ours.body };
    await expect(agreementDriver.ask(templateCalls.save, landlordHome.owner, { id: ours.id, ...change })).rejects.toMatchObject({
      failure: 'conflict',
    });
    const copy = await agreementDriver.ask(templateCalls.copy, landlordHome.owner, { id: ours.id, name: 'Our lease' });
    expect(copy).toMatchObject({ system: false, version: 1, reviewed_by: '' });
    const next = await agreementDriver.ask(templateCalls.save, landlordHome.owner, { id: copy.id, ...change });
    expect(next).toMatchObject({ version: 2, reviewed_by: 'Adv. Njoroge', governs: 'sw' });
    await expect(agreementDriver.ask(templateCalls.details, landlordHome.owner, { id: copy.id })).rejects.toMatchObject(notFoundFailure);
    await expect(agreementDriver.ask(templateCalls.details, (await createOwnerWithUnit(testServices)).owner, { id: next.id })).rejects.toMatchObject(
      notFoundFailure,
    );
    const wrong = { ...ours.body, blocks: [{ kind: 'text' as const, en: '{rent.wrods}', sw: 'x' }] };
    await expect(agreementDriver.ask(templateCalls.save, landlordHome.owner, { id: next.id, ...change, body: wrong })).rejects.toMatchObject({
      failure: 'invalid',
    });
    await agreementDriver.ask(templateCalls.archive, landlordHome.owner, { id: next.id });
    expect(
      (
        await testServices.database.db
          .selectFrom('agreement_template')
          .select(sql<number>`count(*)`.as('n'))
          .where('name', '=', 'Ours')
          .where('retired_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).n,
    ).toBe(0);
  });
});

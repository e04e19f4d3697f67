import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { previewRentCorrection } from '#server/invoice/corrections/rent-correction.ts';
import { addCharge } from '#server/tenancy/service.ts';
import { agreementDriver, getAgreementDb, landlordHome, setUpAgreementTests, testServices } from '#test/fixtures/agreements.ts';
import { runAsPerson } from '#test/people.ts';
import { paperSigningHandlers } from './paper-signing.ts';

setUpAgreementTests();
const owner = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(testServices, landlordHome.owner, work);

test('rent correction: is refused while an agreement of the tenancy is out for signature', async () => {
  const { tenancyId } = await agreementDriver.sent();
  await sql`update tenancy set status = 'active' where id = ${tenancyId}`.execute(getAgreementDb());
  const { starts_on } = await getAgreementDb().selectFrom('tenancy').select('starts_on').where('id', '=', tenancyId).executeTakeFirstOrThrow();
  await expect(
    owner((ctx) => previewRentCorrection(ctx, { tenancy_id: tenancyId, rent_cents: toCents(100_000), from: starts_on })),
  ).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringContaining('out for signature'),
  });
});

test('uploaded scan: a charge that is added at the same time is in the frozen text', async () => {
  const { id, tenancyId } = await agreementDriver.drafted();
  const { starts_on } = await getAgreementDb().selectFrom('tenancy').select('starts_on').where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const charge = { label: 'Parking', kind: 'parking' as const, cents: toCents(500_000), often: 'monthly' as const, from: starts_on };
  const [added, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = owner(async (ctx) => {
    await addCharge(ctx, { id: tenancyId, ...charge });
    added.resolve();
    await commit.promise;
  });
  await added.promise;
  const file = { data: new TextEncoder().encode(`%PDF-1.4 signed ${clock.ms()}`), type: 'pdf' as const, name: 'lease.pdf' };
  const uploading = owner((ctx) => paperSigningHandlers(testServices).uploadSignedScan(ctx, { id, file }));
  // The upload waits for the charge, or has frozen the text without it by then.
  await Promise.race([uploading, new Promise((done) => setTimeout(done, 1000))]);
  commit.resolve();
  await Promise.all([adding, uploading]);
  const { text } = await getAgreementDb().selectFrom('agreement').select('text').where('id', '=', id).executeTakeFirstOrThrow();
  expect(JSON.stringify(text)).toContain('Parking');
});

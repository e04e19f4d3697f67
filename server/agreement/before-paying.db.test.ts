import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { createTenancyFromBooking } from '#server/tenancy/service.ts';
import { readTenancyDetails } from '#server/tenancy/tenancy-detail.ts';
import { setClock } from '#test/clock.ts';
import { createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { readLeasePreviewForBooking } from './before-paying.ts';
import { agreementService } from './service.ts';

let fixture: Awaited<ReturnType<typeof createBookingFixture>>;
beforeAll(async () => {
  fixture = await createBookingFixture();
});

test('lease preview: the text read before paying equals the draft created afterwards', async () => {
  const { as, here, service, services } = fixture;
  const { listing } = await fixture.home({ service_charge_cents: 250_000 });
  const { id, person } = await fixture.applies(listing);
  const before = await as(person, (ctx) => readLeasePreviewForBooking(ctx, { booking_id: id }));
  await fixture.checked(id);
  await as(here.owner, (ctx) => service.approve(ctx, { id, note: '' }));
  await as(here.owner, (ctx) => createTenancyFromBooking(ctx, { bookingId: id }));
  const draft = await services.database.db.selectFrom('agreement').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const after = await as(here.owner, (ctx) => agreementService(services).details(ctx, { id: draft.id }));
  expect(before.text.blocks).toEqual(after.text.blocks);
});

test('lease preview: booking, tenancy and lease show the same discounted first month and one-time charges', async () => {
  const { as, here, service, services } = fixture;
  const { db } = services.database;
  await setClock(services, '2027-11-10T09:00:00Z');
  const { listing } = await fixture.home({
    price_cents: 6_250_000,
    service_charge_cents: 630_000,
    other_charges: JSON.stringify([{ label: 'Agreement fee', cents: 250_000, often: 'once' }]),
  });
  const { rows } = await sql<{ id: number }>`insert into promotion (company_id, name, discount_type, value, starts_at, ends_at, status, quota, months)
    values (${fixture.company}, 'A tenth off', 1, 1000, app.now() - interval '1 day', app.now() + interval '30 days', 'running', 5, 1) returning id`.execute(
    db,
  );
  await db
    .insertInto('promotion_listing')
    .values({ promotion_id: Number(rows[0]?.id), listing_id: listing })
    .execute();
  const { id, person } = await fixture.applies(listing);
  const { bill } = await as(person, (ctx) => service.details(ctx, { id }));
  await fixture.approve(id);
  await as(here.owner, (ctx) => createTenancyFromBooking(ctx, { bookingId: id }));
  const made = await db.selectFrom('tenancy').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow();
  const tenancy = await as(here.owner, (ctx) => readTenancyDetails(ctx, { id: made.id }));
  const { text } = await as(person, (ctx) => readLeasePreviewForBooking(ctx, { booking_id: id }));
  const [en, sw] = [text.blocks.map((block) => block.en).join('\n'), text.blocks.map((block) => block.sw).join('\n')];

  const total = (kinds: readonly string[], due?: string) =>
    sumCents(tenancy.schedule.filter((line) => kinds.includes(line.kind) && (!due || line.due === due)).map((line) => line.cents ?? 0));
  expect([bill?.month_cents, bill?.due_cents]).toEqual([6_880_000, 5_625_000 + 4_500_000 + 630_000 + 250_000]);
  expect(total(['rent', 'service', 'other'], '2028-01-01')).toBe(bill?.month_cents);
  expect(total(['discount'])).toBe(-625_000);
  expect(total(['other'])).toBe(250_000);
  expect(en).toContain('the total is KES 68,800 per month.');
  expect(en).toContain(
    'Regular charges: Service charge KES 6,300 a month. Paid once: Agreement fee KES 2,500. Promotion: one deduction of KES 6,250 for 17 November 2027 to 16 December 2027.',
  );
  expect(sw).toContain('jumla ni KES 68,800 kila mwezi.');
  expect(sw).toContain(
    'Ada za kawaida: Ada ya huduma KES 6,300 kwa mwezi. Hulipwa mara moja: Ada ya mkataba KES 2,500. Promosheni: punguzo la KES 6,250',
  );
  await setClock(services, null);
});

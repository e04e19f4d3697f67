import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readBookableListing, takePriceSnapshot } from '#server/booking/bill.ts';
import { createTestServices } from '#test/db.ts';

test('demo data: no screening check has passed for a booking without an application', async () => {
  const { db } = (await createTestServices('demo')).database;
  const { rows } =
    await sql`select b.id from booking b join screening_check c on c.booking_id = b.id where c.outcome = 'pass' and b.application_id is null`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test('demo data: a booking states the same terms as the page of its home', async () => {
  const { db } = (await createTestServices('demo')).database;
  const { rows } = await sql<{ listing_id: number; bill: { due_cents: number; month_cents: number } }>`select listing_id, bill from booking
    where listing_id is not null and created_at > app.now() - interval '2 days' and bid_id is null order by id limit 20`.execute(db);
  expect(rows.length).toBeGreaterThan(5);
  for (const { listing_id, bill } of rows) {
    const offer = await readBookableListing({ db }, listing_id);
    expect(bill).toMatchObject(offer ? { due_cents: takePriceSnapshot(offer).due_cents, month_cents: takePriceSnapshot(offer).month_cents } : {});
  }
});

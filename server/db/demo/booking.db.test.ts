import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { offerOf, snapshot } from '#server/booking/bill.ts';
import { freshHouse } from '#test/db.ts';

test('nobody passed a check of an application that is not there', async () => {
  const { db } = (await freshHouse('demo')).database;
  const { rows } =
    await sql`select b.id from booking b join screening_check c on c.booking_id = b.id where c.outcome = 'pass' and b.application_id is null`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test('a demo booking says what the page of its home says', async () => {
  const { db } = (await freshHouse('demo')).database;
  const { rows } = await sql<{ listing_id: number; bill: { due_cents: number; month_cents: number } }>`select listing_id, bill from booking
    where listing_id is not null and created_at > app.now() - interval '2 days' and bid_id is null order by id limit 20`.execute(db);
  expect(rows.length).toBeGreaterThan(5);
  for (const { listing_id, bill } of rows) {
    const offer = await offerOf({ db }, listing_id);
    expect(bill).toMatchObject(offer ? { due_cents: snapshot(offer).due_cents, month_cents: snapshot(offer).month_cents } : {});
  }
});

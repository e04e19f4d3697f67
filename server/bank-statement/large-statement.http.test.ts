import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import { bodyBytes } from '#contract/kernel/body.ts';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { somebody } from '#test/world.ts';
import { account } from '#test/worlds/paying.ts';

let house: House;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

test('a month of a busy paybill is read in one go; other calls take no more than before', async () => {
  const owner = await somebody(house, 'owner');
  const { token } = await signedIn(app, owner.email);
  const account_id = await account(house, owner.me.companyId ?? 0);
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from(
    { length: 19_000 },
    (_, n) => `${day},Pay Bill from a customer with a long name ${n},TKB${1_000_000 + n},,"1,${100 + (n % 900)}.00"`,
  );
  const csv = `Date,Narration,Reference,Debit,Credit\n${rows.join('\n')}\n`;
  expect(csv.length).toBeGreaterThan(bodyBytes);
  const read = await send(app, statementCalls.readStatement.path, { method: 'POST', token, body: { account_id, name: 'march.csv', csv } });
  expect([read.status, read.json?.results?.fates ?? read.json?.fates ?? read.json]).toEqual([200, expect.objectContaining({ new: 19_000 })]);
  const other = await send(app, collectionCalls.paste.path, { method: 'POST', token, body: { text: 'x'.repeat(bodyBytes + 1) } });
  expect(other.status).toBe(413);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import { maxBodyBytes } from '#contract/kernel/body.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addCollectionAccount } from '#test/fixtures/payment-rows.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

test('statement upload: accepts a month of a busy paybill in one request, while other calls retain their request size limit', async () => {
  const owner = await createPerson(services, 'owner');
  const { token } = await signInOverHttp(app, owner.email);
  const account_id = await addCollectionAccount(services, owner.me.companyId ?? 0);
  const day = new Date().toISOString().slice(0, 10);
  const rows = Array.from(
    { length: 19_000 },
    (_, n) => `${day},Pay Bill from a customer with a long name ${n},TKB${1_000_000 + n},,"1,${100 + (n % 900)}.00"`,
  );
  const csv = `Date,Narration,Reference,Debit,Credit\n${rows.join('\n')}\n`;
  expect(csv.length).toBeGreaterThan(maxBodyBytes);
  const read = await sendRequest(app, statementCalls.readStatement.path, { method: 'POST', token, body: { account_id, name: 'march.csv', csv } });
  expect([read.status, read.json?.results?.fates ?? read.json?.fates ?? read.json]).toEqual([200, expect.objectContaining({ new: 19_000 })]);
  const other = await sendRequest(app, collectionCalls.submitMessage.path, { method: 'POST', token, body: { text: 'x'.repeat(maxBodyBytes + 1) } });
  expect(other.status).toBe(413);
});

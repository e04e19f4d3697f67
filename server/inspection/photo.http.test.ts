import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createInspectionFixture, firstDevice } from '#test/fixtures/inspection-fixture.ts';
import { m } from '#words/messages.js';

test('inspection photo: accepts 6 MB, rejects 16 MB and 50 MB with a message at the field, and stores no rejected photo', async () => {
  const { services, owner, lived, planned, begin, details } = await createInspectionFixture();
  const app = await makeApp(services, null);
  const token = await signInForApiToken(app, owner);
  const one = await planned(await lived());
  await begin(one.id);
  const sent = (megabytes: number) => {
    const data = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(megabytes * 1024 * 1024, 7)]);
    const query = new URLSearchParams({
      id: String(one.id),
      photo_id: randomUUID(),
      item: listInspectionItems(one.areas)[0]?.id ?? '',
      device: firstDevice,
      sha256: createHash('sha256').update(data).digest('hex'),
    });
    return sendRequest(app, `/api/v2/inspection/send_photo/?${query}`, { method: 'POST', token, upload: { field: 'photo', data, name: 'a.jpg' } });
  };
  expect((await sent(6)).status).toBe(200);
  for (const megabytes of [16, 50]) {
    const { status, json } = await sent(megabytes);
    expect([status, json.fields]).toEqual([413, { photo: m.problem_file_size({ most: 15 }) }]);
  }
  expect((await details(owner, one.id)).photos).toHaveLength(1);
  await app.close();
});

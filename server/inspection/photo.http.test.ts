import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { itemsOf } from '#contract/inspection/kinds.ts';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import { inspecting, phone } from '#test/worlds/inspecting.ts';
import { m } from '#words/messages.js';

test('a phone’s own picture of 6 MB is taken, one of 16 and of 50 is told in one sentence at its field and nothing is kept', async () => {
  const { house, owner, lived, planned, begin, details } = await inspecting();
  const app = await makeApp(house, null);
  const token = await tokenFor(app, owner);
  const one = await planned(await lived());
  await begin(one.id);
  const sent = (megabytes: number) => {
    const data = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(megabytes * 1024 * 1024, 7)]);
    const query = new URLSearchParams({
      ...{ id: String(one.id), photo_id: randomUUID(), item: itemsOf(one.areas)[0]?.id ?? '', device: phone },
      sha256: createHash('sha256').update(data).digest('hex'),
    });
    return send(app, `/api/v2/inspection/send_photo/?${query}`, { method: 'POST', token, upload: { field: 'photo', data, name: 'a.jpg' } });
  };
  expect((await sent(6)).status).toBe(200);
  for (const megabytes of [16, 50]) {
    const { status, json } = await sent(megabytes);
    expect([status, json.fields]).toEqual([413, { photo: m.problem_file_size({ most: 15 }) }]);
  }
  expect((await details(owner, one.id)).photos).toHaveLength(1);
  await app.close();
});

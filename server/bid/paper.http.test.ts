import { beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { setClock } from '#test/clock.ts';
import { type BidWorld, bidWorld } from '#test/worlds/bids.ts';

let world: BidWorld;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  world = await bidWorld();
  app = await makeApp(world.house, null);
});

test('both sides download what was agreed; another bid’s key, a changed one and one of yesterday open nothing', async () => {
  const [at, tenant] = [await world.offer(), await world.bidder()];
  const bid = await world.move(at.owner, await world.make(tenant, at), 'accept');
  for (const { email } of [at.owner, tenant]) {
    const { token } = await signedIn(app, email);
    const { json } = await send(app, `/api/v2/bids/bid_details/?id=${bid.id}`, { token });
    const paper = await send(app, json.paper);
    expect([paper.status, paper.headers['content-type'], paper.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await send(app, json.paper.replace(`/files/bid/${bid.id}`, `/files/bid/${bid.id + 1}`))).status).toBe(404);
    expect((await send(app, `${json.paper}x`)).status).toBe(404);
    await setClock(world.house, '2030-01-01T09:00:00Z');
    expect((await send(app, json.paper)).status).toBe(404);
    await setClock(world.house, null);
  }
});

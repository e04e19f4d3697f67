import { beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { setClock } from '#test/clock.ts';
import { type BidFixture, createBidFixture } from '#test/fixtures/bids.ts';

let fixture: BidFixture;
let app: Awaited<ReturnType<typeof makeApp>>;
beforeAll(async () => {
  fixture = await createBidFixture();
  app = await makeApp(fixture.services, null);
});

test('acceptance document: both sides can download the document, and a link key that is wrong, altered or expired is rejected', async () => {
  const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
  const bid = await fixture.move(at.owner, await fixture.make(tenant, at), 'accept');
  for (const { email } of [at.owner, tenant]) {
    const { token } = await signInOverHttp(app, email);
    const { json } = await sendRequest(app, `/api/v2/bids/bid_details/?id=${bid.id}`, { token });
    const paper = await sendRequest(app, json.paper);
    expect([paper.status, paper.headers['content-type'], paper.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await sendRequest(app, json.paper.replace(`/files/bid/${bid.id}`, `/files/bid/${bid.id + 1}`))).status).toBe(404);
    expect((await sendRequest(app, `${json.paper}x`)).status).toBe(404);
    await setClock(fixture.services, '2030-01-01T09:00:00Z');
    expect((await sendRequest(app, json.paper)).status).toBe(404);
    await setClock(fixture.services, null);
  }
});

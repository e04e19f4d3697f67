import { afterAll, beforeAll, expect, test } from 'vitest';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { demoPassword } from '../browser.ts';
import { type JourneyEnvironment, openJourneyEnvironment } from './stage.ts';

let stage: JourneyEnvironment;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
});
afterAll(() => stage?.close());

/** A home of the demo's owner to let, with a negotiable price and without a bid of the demo's tenant. */
async function home() {
  const [found] = await stage.rows<{ id: string; property_id: string; slug: string; unit_id: string; unit_slug: string }>(`
    update listing set negotiable = true where id = (
      select l.id from public_listing l join listing o on o.id = l.id join property p on p.id = o.property_id
        join person w on w.company_id = p.company_id and w.email = 'owner@makao.test'
      where o.unit_id is not null and o.listing_type = 0 and not exists (
        select 1 from bid b join person t on t.id = b.person_id where b.listing_id = o.id and t.email = 'tenant@makao.test')
      order by l.id limit 1)
    returning id, property_id, (select slug from property where id = property_id) as slug, unit_id, (select slug from unit where id = unit_id) as unit_slug`);
  if (!found) throw new Error('the demo has no such home');
  const { property_id: id, slug, unit_id, unit_slug } = found;
  return { listing: Number(found.id), page: href(portalPublicScreens.unit, { id, slug, unit_id, unit_slug }) };
}

test('bid: a counter-bid accepted by the tenant creates a booking with the agreed terms', async () => {
  const { listing, page: offered } = await home();
  const tenant = await stage.enter('phone');
  await tenant.go(offered);
  await tenant.page.getByRole('link', { name: 'Make a bid' }).click();
  // The visitor is not signed in: after sign-in they get the form, not the front page.
  await tenant.page.waitForURL(`**/auth/sign_in?callbackUrl=*booking%2Fbid%2F${listing}`);
  await tenant.page.locator('html[data-ready]').waitFor();
  await tenant.page.getByRole('heading', { name: 'Make a bid' }).waitFor();
  await tenant.page.getByRole('button', { name: 'I have an account with a password' }).click();
  await tenant.page.getByLabel('Email', { exact: true }).fill('tenant@makao.test');
  await tenant.page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await tenant.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await tenant.page.waitForURL(`**/dashboard/tenant/booking/bid/${listing}`);
  await tenant.page.getByLabel('Monthly rent in KES').fill('41000');
  await tenant.settled();
  await tenant.page.getByRole('button', { name: 'Send bid' }).click();
  await tenant.page.waitForURL('**/dashboard/tenant/booking/bids/*');
  await tenant.page.getByText('Awaiting manager').waitFor();
  await tenant.settled();
  const [bid] = await stage.rows<{ id: string; code: string }>('select id, code from bid where listing_id = $1 order by id desc limit 1', [listing]);

  const owner = await stage.enter();
  await owner.signIn('owner', `/dashboard/owner/properties/offers/bids/${bid?.id}/${bid?.code}`);
  await owner.page.getByRole('button', { name: 'Make counter-bid', exact: true }).click();
  await owner.page.getByRole('dialog').getByLabel('Monthly rent in KES').fill('43000');
  await owner.page.getByRole('button', { name: 'Send terms' }).click();
  await owner.page.getByText('Awaiting bidder').waitFor();
  await owner.settled();

  await tenant.go(`/dashboard/tenant/booking/bids/${bid?.id}`);
  await tenant.page.getByText('KES 43,000').first().waitFor();
  await tenant.page.getByRole('button', { name: 'Accept bid', exact: true }).click();
  await tenant.page.getByRole('dialog').getByRole('button', { name: 'Accept bid', exact: true }).click();
  const paper = tenant.page.getByRole('link', { name: 'Download acceptance (PDF)' });
  await paper.waitFor();
  const answer = await tenant.page.request.get((await paper.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const bookings = await stage.rows<{ status: string; rent: string }>(`select status, bill->>'price_cents' as rent from booking where bid_id = $1`, [
    bid?.id,
  ]);
  expect(bookings).toEqual([{ status: 'await_screening', rent: '4300000' }]);
  await owner.done();
  await tenant.done();
});

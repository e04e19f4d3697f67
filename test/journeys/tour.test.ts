import { afterAll, beforeAll, expect, test } from 'vitest';
import { href } from '#contract/kernel/screen.ts';
import { portalPublic } from '#contract/portal/public.ts';
import { dayOf } from '#contract/time/days.ts';
import { tampered } from '#test/tampered.ts';
import { press } from './catalogue.ts';
import { now } from './letting.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/** Guests without an account see a home: booked by a code on the phone, moved, called off by their link; the agent has them in the calendar. */
inTurn();
let stage: Stage;
let agent: Walk;
let listing = 0;
let homePage = '';
const minutes = 60_000;
type Guest = { readonly name: string; readonly phone: string; readonly walk: Walk };
let amina: Guest;
let baraka: Guest;

beforeAll(async () => {
  stage = await openStage();
  // A home nobody lives in, shown by the demo's agent, who wants to be asked.
  const [found] = await stage.rows<{ id: string; property_id: string; slug: string; unit_id: string; unit_slug: string }>(`
    with asks as (update tour_host set instant = false where person_id = (select id from person where email = 'agent@makao.test'))
    select o.id, o.property_id, p.slug, o.unit_id, u.slug as unit_slug
    from public_listing l join listing o on o.id = l.id join property p on p.id = o.property_id join unit u on u.id = o.unit_id
      join person w on w.id = o.contact_id and w.email = 'agent@makao.test'
    where o.listing_type = 0 and u.status = 'vacant' order by o.id limit 1`);
  if (!found) throw new Error('the demo has no such home');
  const { property_id: id, slug, unit_id, unit_slug } = found;
  listing = Number(found.id);
  homePage = href(portalPublic.unit, { id, slug, unit_id, unit_slug });
  agent = await stage.enter();
  await agent.signIn('agent', '/dashboard/agent/schedule');
});
afterAll(() => stage?.close());

/** The last whole day that is offered, where the demo's own tours do not stand: the very last ends at this hour, and in the morning that is one time or two. */
async function pick({ page }: Walk, at: number): Promise<void> {
  await page.getByRole('group', { name: 'Day', exact: true }).locator('label').nth(-2).click();
  await page.getByRole('group', { name: 'Time', exact: true }).locator('label').nth(at).click();
}
async function arrives(name: string, phone: string): Promise<Guest> {
  const walk = await stage.enter('phone');
  await walk.go(homePage);
  await walk.page.getByRole('link', { name: 'Book a tour' }).first().click();
  await walk.page.waitForURL(`**/tour/${listing}`);
  await walk.page.locator('html[data-ready]').waitFor();
  return { name, phone, walk };
}
/** All but the last press: the slot is chosen, the number shown to be theirs. */
async function fill({ name, phone, walk }: Guest, at: number): Promise<void> {
  const { page } = walk;
  await pick(walk, at);
  await page.getByLabel('Your name', { exact: true }).fill(name);
  await page.getByLabel('Phone', { exact: true }).fill(phone.replace('+254', '0'));
  const since = await now(stage);
  await press(page, 'Send code to my phone');
  await page.getByLabel('Code', { exact: true }).fill(await stage.codeSent(phone, since));
}
async function asks({ walk }: Guest): Promise<void> {
  await press(walk.page, 'Ask for tour');
  await walk.page.getByText('is asked for. We tell you when the host confirms it.', { exact: false }).waitFor();
}
type Row = { id: string; status: string; starts_at: Date; check_in_code: string };
const tourOf = async ({ phone }: Guest): Promise<Row> => {
  const [row] = await stage.rows<Row>('select id, status, starts_at, check_in_code from tour where phone = $1 order by id desc limit 1', [phone]);
  if (!row) throw new Error('no tour');
  return row;
};
/** It is so late now: the row is brought to the hour instead of the hour to the row. */
const begins = async (guest: Guest, minutesAgo: number) => {
  const { id } = await tourOf(guest);
  await stage.rows(
    `with it as (update tour set starts_at = now() - make_interval(mins => $2), ends_at = now() - make_interval(mins => $2 - 30) where id = $1 returning viewing_id, starts_at, ends_at)
    update viewing v set during = tstzrange(it.starts_at, it.ends_at) from it where v.id = it.viewing_id`,
    [id, minutesAgo],
  );
};
const opens = async (guest: Guest) => {
  const { id, starts_at } = await tourOf(guest);
  await agent.go(`/dashboard/agent/schedule?day=${dayOf(starts_at)}&tour=${id}`);
  const drawer = agent.page.getByRole('dialog', { name: guest.name });
  await drawer.waitFor();
  return drawer;
};

test('a guest books with a code on their phone; whoever wanted the same time hears it at once and loses nothing', async () => {
  [amina, baraka] = [await arrives('Amina Salim', '+254713404101'), await arrives('Baraka Mutua', '+254713404102')];
  await amina.walk.settled();
  await fill(amina, 0);
  await fill(baraka, 0);
  await amina.walk.page.getByLabel('Note for the host (optional)').fill('We come with a child.');
  await asks(amina);
  await amina.walk.settled();

  const { page } = baraka.walk;
  baraka.walk.expects(/status of 400/);
  const wanted = await page.getByRole('group', { name: 'Time', exact: true }).locator('label').first().innerText();
  await press(page, 'Ask for tour');
  await page.locator('main').getByText('Somebody else has just taken this time. Pick another.').waitFor();
  // It is no longer among what can be had, and what was typed is, the code too.
  await expect.poll(() => page.getByRole('group', { name: 'Time', exact: true }).locator('label').allInnerTexts()).not.toContain(wanted);
  expect(await page.getByLabel('Your name', { exact: true }).inputValue()).toBe('Baraka Mutua');
  await baraka.walk.settled();
  await pick(baraka.walk, 1);
  await asks(baraka);
  expect([(await tourOf(amina)).status, (await tourOf(baraka)).status]).toEqual(['requested', 'requested']);
});

test('the agent finds it in the schedule and accepts it; the guest is sent a code for the door', async () => {
  const { page } = agent;
  const { starts_at, id } = await tourOf(amina);
  await agent.go(`/dashboard/agent/schedule?day=${dayOf(starts_at)}`);
  await page.locator(`button[data-event-id="tour-${id}"]`, { hasText: 'Amina Salim' }).click();
  const drawer = page.getByRole('dialog', { name: 'Amina Salim' });
  await drawer.getByText('We come with a child.').waitFor();
  // Masked until the tour is confirmed.
  await drawer.getByText('Shown once the tour is confirmed').waitFor();
  await drawer.getByRole('button', { name: 'Accept tour' }).click();
  await drawer.getByText('Confirmed', { exact: true }).first().waitFor();
  await drawer.getByRole('link', { name: /0713 404 101|\+254 713 404 101/ }).waitFor();
  await agent.settled();
  const { check_in_code } = await tourOf(amina);
  await amina.walk.go(await stage.mailed(amina.phone, '/tour/mine/'));
  await amina.walk.page.getByText('Say this code at the door').waitFor();
  await amina.walk.page.getByText(check_in_code, { exact: true }).waitFor();
  await amina.walk.settled();
});

test('the guest takes another time by their link, and the agent moves it a quarter of an hour with the keys alone', async () => {
  const before = await tourOf(amina);
  await press(amina.walk.page, 'Pick another time');
  await pick(amina.walk, 3);
  await press(amina.walk.page, 'Take this time');
  await amina.walk.page.getByRole('button', { name: 'Pick another time' }).waitFor();
  const moved = await tourOf(amina);
  expect(moved.starts_at.getTime()).toBeGreaterThan(before.starts_at.getTime());

  const { page } = agent;
  await agent.go(`/dashboard/agent/schedule?day=${dayOf(moved.starts_at)}`);
  const entry = page.locator(`button[data-event-id="tour-${moved.id}"]`);
  await entry.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('status').filter({ hasText: 'Enter takes this time, Escape leaves it.' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('Enter takes this time', { exact: false }).count()).toBe(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Another time for Amina Salim?').waitFor();
  await agent.settled();
  await page.getByRole('dialog').getByRole('button', { name: 'Take this time' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tourOf(amina)).starts_at.getTime()).toBe(moved.starts_at.getTime() + 15 * minutes);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await agent.settled();
});

test('at the door: a wrong code is refused at its field, the visitor’s own checks them in', async () => {
  await begins(amina, 5);
  const drawer = await opens(amina);
  const { page } = agent;
  agent.expects(/status of 400/);
  await drawer.getByRole('button', { name: 'Check visitor in' }).click();
  const { check_in_code } = await tourOf(amina);
  const code = page.getByLabel('Code the visitor says');
  await code.fill(check_in_code === '0000' ? '1111' : '0000');
  const ask = page.getByRole('dialog', { name: 'Check visitor in: Amina Salim' });
  await ask.getByRole('button', { name: 'Check visitor in' }).click();
  await page.getByText('This is not the code of this visitor').waitFor();
  await agent.settled();
  await code.fill(check_in_code);
  await ask.getByRole('button', { name: 'Check visitor in' }).click();
  await drawer.getByText('Took place', { exact: true }).first().waitFor();
  expect((await tourOf(amina)).status).toBe('attended');
  await amina.walk.page.reload();
  await amina.walk.page.getByRole('button', { name: 'Say what you think' }).waitFor();
  await amina.walk.settled();
  await amina.walk.done();
});

test('who does not come is marked as missed once it has begun, and can say within a day that they were there', async () => {
  let drawer = await opens(baraka);
  await drawer.getByRole('button', { name: 'Accept tour' }).click();
  await drawer.getByRole('button', { name: 'Check visitor in' }).waitFor();
  // Nobody can have missed what has not begun.
  expect(await drawer.getByRole('button', { name: 'Mark as missed' }).count()).toBe(0);
  await begins(baraka, 45);
  drawer = await opens(baraka);
  await drawer.getByRole('button', { name: 'Mark as missed' }).click();
  await drawer.getByText('Visitor missing', { exact: true }).first().waitFor();
  expect((await tourOf(baraka)).status).toBe('no_show_visitor');
  const { page } = baraka.walk;
  await baraka.walk.go(await stage.mailed(baraka.phone, '/tour/mine/'));
  await press(page, 'Say I was there');
  await page.getByText('Say that you were there?', { exact: false }).waitFor();
  await baraka.walk.settled();
  await page.getByRole('button', { name: 'Say I was there' }).click();
  await page.getByText('Took place', { exact: true }).waitFor();
  await baraka.walk.done();
});

test('a tour that is called off by its link is told to the host, and its time can be had again', async () => {
  const chege = await arrives('Chege Kimani', '+254713404103');
  await fill(chege, 2);
  await asks(chege);
  const { page } = chege.walk;
  await page.getByRole('link', { name: 'See my tour' }).click();
  await page.waitForURL('**/tour/mine/*');
  await page.locator('html[data-ready]').waitFor();
  const { starts_at, id } = await tourOf(chege);
  const free = async () => {
    const answer = await page.request.get(`/api/v2/tour/free_slots/?listing_id=${listing}`);
    return ((await answer.json()) as { results: { from: string }[] }).results.some((one) => one.from === starts_at.toISOString());
  };
  expect(await free()).toBe(false);
  await press(page, 'Cancel tour');
  await page.getByText('Cancel this tour? The host is told.').waitFor();
  await chege.walk.settled();
  await press(page, 'Cancel tour');
  await page.getByText('Canceled', { exact: true }).waitFor();
  await chege.walk.settled();
  expect(await free()).toBe(true);
  await agent.go(`/dashboard/agent/properties/tours?tour=${id}`);
  await agent.page.getByRole('dialog', { name: 'Chege Kimani' }).getByText('Canceled', { exact: true }).first().waitFor();
  // A link that is not complete opens nothing, and says no more than that.
  await chege.walk.go(tampered(new URL(page.url()).pathname));
  await page.getByText('This link opens no tour.', { exact: false }).waitFor();
  await chege.walk.done();
  await agent.done();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { tamperKey } from '#test/wrong-secrets.ts';
import { pressButton } from './catalogue.ts';
import { readDatabaseTime } from './letting.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/** Guests without an account tour a home: booked by a code on the phone, moved, cancelled by their link; the agent sees the tours in the calendar. */
skipTestsAfterFailure();
let stage: JourneyEnvironment;
let agent: JourneySession;
let listing = 0;
let homePage = '';
const minutes = 60_000;
type Guest = { readonly name: string; readonly phone: string; readonly walk: JourneySession };
let amina: Guest;
let baraka: Guest;

beforeAll(async () => {
  stage = await openJourneyEnvironment();
  // A vacant home, shown by the demo's agent, who confirms each tour.
  const [found] = await stage.rows<{ id: string; property_id: string; slug: string; unit_id: string; unit_slug: string }>(`
    with asks as (update tour_host set instant = false where person_id = (select id from person where email = 'agent@makao.test'))
    select o.id, o.property_id, p.slug, o.unit_id, u.slug as unit_slug
    from public_listing l join listing o on o.id = l.id join property p on p.id = o.property_id join unit u on u.id = o.unit_id
      join person w on w.id = o.contact_id and w.email = 'agent@makao.test'
    where o.listing_type = 0 and u.status = 'vacant' order by o.id limit 1`);
  if (!found) throw new Error('the demo has no such home');
  const { property_id: id, slug, unit_id, unit_slug } = found;
  listing = Number(found.id);
  homePage = href(portalPublicScreens.unit, { id, slug, unit_id, unit_slug });
  agent = await stage.enter();
  await agent.signIn('agent', '/dashboard/agent/schedule');
});
afterAll(() => stage?.close());

/**
 * The last whole day on offer, without tours of the demo. The very last day ends at the current hour, so that in the morning it has only one or two
 * slots.
 */
async function pick({ page }: JourneySession, at: number): Promise<void> {
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
/** All but the last press: chooses the slot and confirms the phone number. */
async function fill({ name, phone, walk }: Guest, at: number): Promise<void> {
  const { page } = walk;
  await pick(walk, at);
  await page.getByLabel('Your name', { exact: true }).fill(name);
  await page.getByLabel('Phone', { exact: true }).fill(phone.replace('+254', '0'));
  const since = await readDatabaseTime(stage);
  await pressButton(page, 'Send code to my phone');
  await page.getByLabel('Code', { exact: true }).fill(await stage.codeSent(phone, since));
}
async function asks({ walk }: Guest): Promise<void> {
  await pressButton(walk.page, 'Request tour');
  await walk.page.getByText('We notify you when the host confirms it.', { exact: false }).waitFor();
}
type Row = { id: string; status: string; starts_at: Date; check_in_code: string };
const tourOf = async ({ phone }: Guest): Promise<Row> => {
  const [row] = await stage.rows<Row>('select id, status, starts_at, check_in_code from tour where phone = $1 order by id desc limit 1', [phone]);
  if (!row) throw new Error('no tour');
  return row;
};
/** Moves the row to the current time, because the time itself cannot be moved. */
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
  await agent.go(`/dashboard/agent/schedule?day=${toNairobiDay(starts_at)}&tour=${id}`);
  const drawer = agent.page.getByRole('dialog', { name: guest.name });
  await drawer.waitFor();
  return drawer;
};

test('tour booking by a guest: rejects a time that another guest has just booked, and keeps the entries', async () => {
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
  await pressButton(page, 'Request tour');
  await page.locator('main').getByText('Another visitor has just booked this time. Choose another time.').waitFor();
  // The slot is no longer available, and the typed input is kept, including the code.
  await expect.poll(() => page.getByRole('group', { name: 'Time', exact: true }).locator('label').allInnerTexts()).not.toContain(wanted);
  expect(await page.getByLabel('Your name', { exact: true }).inputValue()).toBe('Baraka Mutua');
  await baraka.walk.settled();
  await pick(baraka.walk, 1);
  await asks(baraka);
  expect([(await tourOf(amina)).status, (await tourOf(baraka)).status]).toEqual(['requested', 'requested']);
});

test('tour schedule: the guest gets a check-in code after the agent accepts the tour', async () => {
  const { page } = agent;
  const { starts_at, id } = await tourOf(amina);
  await agent.go(`/dashboard/agent/schedule?day=${toNairobiDay(starts_at)}`);
  await page.locator(`button[data-event-id="tour-${id}"]`, { hasText: 'Amina Salim' }).click();
  const drawer = page.getByRole('dialog', { name: 'Amina Salim' });
  await drawer.getByText('We come with a child.').waitFor();
  // Masked until the tour is confirmed.
  await drawer.getByText('Shown after the tour is confirmed').waitFor();
  await drawer.getByRole('button', { name: 'Confirm tour' }).click();
  await drawer.getByText('Confirmed', { exact: true }).first().waitFor();
  await drawer.getByRole('link', { name: /0713 404 101|\+254 713 404 101/ }).waitFor();
  await agent.settled();
  const { check_in_code } = await tourOf(amina);
  await amina.walk.go(await stage.mailed(amina.phone, '/tour/mine/'));
  await amina.walk.page.getByText('Give this code at the door').waitFor();
  await amina.walk.page.getByText(check_in_code, { exact: true }).waitFor();
  await amina.walk.settled();
});

test('tour rescheduling: the guest changes the time by link, and the agent changes the time by keyboard', async () => {
  const before = await tourOf(amina);
  await pressButton(amina.walk.page, 'Change time');
  await pick(amina.walk, 3);
  await pressButton(amina.walk.page, 'Save new time');
  await amina.walk.page.getByRole('button', { name: 'Change time' }).waitFor();
  const moved = await tourOf(amina);
  expect(moved.starts_at.getTime()).toBeGreaterThan(before.starts_at.getTime());

  const { page } = agent;
  await agent.go(`/dashboard/agent/schedule?day=${toNairobiDay(moved.starts_at)}`);
  const entry = page.locator(`button[data-event-id="tour-${moved.id}"]`);
  await entry.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('status').filter({ hasText: 'Press Enter to save this time, or Escape to cancel.' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('Press Enter to save this time', { exact: false }).count()).toBe(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Change the time for Amina Salim?').waitFor();
  await agent.settled();
  await page.getByRole('dialog').getByRole('button', { name: 'Save new time' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await tourOf(amina)).starts_at.getTime()).toBe(moved.starts_at.getTime() + 15 * minutes);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await agent.settled();
});

test('tour check-in: a wrong code shows an error at its field, and the right code checks in the visitor', async () => {
  await begins(amina, 5);
  const drawer = await opens(amina);
  const { page } = agent;
  agent.expects(/status of 400/);
  await drawer.getByRole('button', { name: 'Check in visitor' }).click();
  const { check_in_code } = await tourOf(amina);
  const code = page.getByLabel('Visitor’s code');
  await code.fill(check_in_code === '0000' ? '1111' : '0000');
  const ask = page.getByRole('dialog', { name: 'Check in visitor: Amina Salim' });
  await ask.getByRole('button', { name: 'Check in visitor' }).click();
  await page.getByText('This is not the visitor’s code.').waitFor();
  await agent.settled();
  await code.fill(check_in_code);
  await ask.getByRole('button', { name: 'Check in visitor' }).click();
  await drawer.getByText('Attended', { exact: true }).first().waitFor();
  expect((await tourOf(amina)).status).toBe('attended');
  await amina.walk.page.reload();
  await amina.walk.page.getByRole('button', { name: 'Give feedback' }).waitFor();
  await amina.walk.settled();
  await amina.walk.done();
});

test('tour absence: the agent marks a visitor as absent after the tour starts, and the visitor can contest the mark within a day', async () => {
  let drawer = await opens(baraka);
  await drawer.getByRole('button', { name: 'Confirm tour' }).click();
  await drawer.getByRole('button', { name: 'Check in visitor' }).waitFor();
  // A tour that has not begun cannot be missed.
  expect(await drawer.getByRole('button', { name: 'Mark visitor absent' }).count()).toBe(0);
  await begins(baraka, 45);
  drawer = await opens(baraka);
  await drawer.getByRole('button', { name: 'Mark visitor absent' }).click();
  await drawer.getByText('Visitor did not attend', { exact: true }).first().waitFor();
  expect((await tourOf(baraka)).status).toBe('no_show_visitor');
  const { page } = baraka.walk;
  await baraka.walk.go(await stage.mailed(baraka.phone, '/tour/mine/'));
  await pressButton(page, 'Report that I attended');
  await page.getByText('Report that you attended?', { exact: false }).waitFor();
  await baraka.walk.settled();
  await page.getByRole('button', { name: 'Report that I attended' }).click();
  await page.getByText('Attended', { exact: true }).waitFor();
  await baraka.walk.done();
});

test('tour cancellation by link: the host sees the cancelled tour, and the time is available again', async () => {
  const chege = await arrives('Chege Kimani', '+254713404103');
  await fill(chege, 2);
  await asks(chege);
  const { page } = chege.walk;
  await page.getByRole('link', { name: 'View my tour' }).click();
  await page.waitForURL('**/tour/mine/*');
  await page.locator('html[data-ready]').waitFor();
  const { starts_at, id } = await tourOf(chege);
  const free = async () => {
    const answer = await page.request.get(`/api/v2/tour/free_slots/?listing_id=${listing}`);
    return ((await answer.json()) as { results: { from: string }[] }).results.some((one) => one.from === starts_at.toISOString());
  };
  expect(await free()).toBe(false);
  await pressButton(page, 'Cancel tour');
  await page.getByText('Cancel this tour? The host is notified.').waitFor();
  await chege.walk.settled();
  await pressButton(page, 'Cancel tour');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await chege.walk.settled();
  expect(await free()).toBe(true);
  await agent.go(`/dashboard/agent/properties/tours?tour=${id}`);
  await agent.page.getByRole('dialog', { name: 'Chege Kimani' }).getByText('Cancelled', { exact: true }).first().waitFor();
  // An incomplete link opens nothing and explains only that.
  await chege.walk.go(tamperKey(new URL(page.url()).pathname));
  await page.getByText('This link is too old or incomplete.', { exact: false }).waitFor();
  await chege.walk.done();
  await agent.done();
});

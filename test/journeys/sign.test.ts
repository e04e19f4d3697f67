import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, more, press } from './catalogue.ts';
import { drawSignature, esther, gone, letByHand, readByCode, verdictOn } from './signing.ts';
import { inTurn, openStage, type Stage, type Walk } from './stage.ts';

/** A lease is signed by people who have no account, on their phones, by the links and codes they were sent; the owner sends it from her desk. */
inTurn();
const zawadi = { name: 'Zawadi Mrembo', phone: '+254713909801' };
const juma = { name: 'Juma Mrembo', phone: '+254713909802' };
const otieno = { name: 'Otieno Barasa', phone: '+254713909803' };
const links = { zawadi: '', juma: '' };
let stage: Stage;
let owner: Walk;
let lease = '';
beforeAll(async () => {
  stage = await openStage();
  owner = await stage.enter();
  await owner.signIn('owner', '/dashboard/owner/tenancies');
});
afterAll(() => stage?.close());

const sentTo = (phone: string) => stage.rows(`select 1 from local_outbox where address = $1 and body like '%/sign/%'`, [phone]);
/** The stranger's browser: nothing was ever done in it. */
const fresh = () => stage.enter('phone', { reducedMotion: 'reduce' });

test('one after the other: the first is asked, nobody else has a link or can sign yet', async () => {
  const { page } = owner;
  lease = await letByHand(owner, [zawadi, juma]);
  await press(page, 'Send to be signed');
  await confirm(page, 'Send to be signed');
  await expect.poll(() => page.getByText('Not asked yet').count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Read and sign' }).count()).toBe(0);
  await owner.settled();
  links.zawadi = await stage.mailed(zawadi.phone, '/sign/');
  expect(await sentTo(juma.phone)).toEqual([]);
});

test('the first opens the link on a phone: a wrong code opens nothing, the right one the text, which is signed with a finger', async () => {
  const phone = await fresh();
  const { page } = phone;
  phone.expects(/400/);
  await phone.go(links.zawadi);
  await page.getByRole('heading', { level: 1, name: 'Njuguna & Kin Ltd asks you to sign' }).waitFor();
  // The link alone shows nothing of the text; what becomes of what is told here can be read beside it.
  expect(await page.locator('article').count()).toBe(0);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .waitFor();
  await phone.settled();
  await readByCode(stage, phone, zawadi, 'wrong first');
  await phone.settled();
  await press(page, 'Sign');
  await page.getByText('Tick that you have read the agreement.').waitFor();
  await drawSignature(page);
  await press(page, 'Sign');
  await page.getByText(/Signed\. We tell you when everybody else has signed/).waitFor();
  await phone.settled();
  await page.reload();
  await page.getByText(/You signed this agreement on this device on /).waitFor();
  await phone.done();
});

test('used, foreign and late links say the same and open nothing', async () => {
  links.juma = await stage.mailed(juma.phone, '/sign/');
  const phone = await fresh();
  const said = [await gone(phone, links.zawadi), await gone(phone, `/sign/${'A'.repeat(43)}`)];
  await stage.rows(`update agreement_party set expires_at = now() - interval '1 minute' where phone = $1`, [juma.phone]);
  said.push(await gone(phone, links.juma));
  expect(new Set(said).size).toBe(1);
  await phone.settled();
  await phone.done();
});

test('who was late gets a new link from the owner and signs by typing their name; then it is the owner’s turn, and it is sealed', async () => {
  const { page } = owner;
  await stage.rows(`update agreement_party set expires_at = now() + interval '1 day' where phone = $1`, [juma.phone]);
  await owner.go(lease);
  await press(page, 'Send a new link');
  await expect.poll(() => stage.mailed(juma.phone, '/sign/')).not.toBe(links.juma);
  const phone = await fresh();
  // The link that was replaced is as dead as any.
  await gone(phone, links.juma);
  await phone.go(await stage.mailed(juma.phone, '/sign/'));
  await readByCode(stage, phone, juma);
  await phone.page.getByRole('radio', { name: 'Type' }).check();
  await phone.page.getByLabel(/^I have read this agreement and I sign it/).check();
  await phone.settled();
  await press(phone.page, 'Sign');
  await phone.page.getByText(/Signed\. We tell you/).waitFor();
  await phone.done();

  await page.reload();
  await press(page, 'Read and sign');
  await page.waitForURL('**/sign/*');
  await readByCode(stage, owner, esther);
  await drawSignature(page);
  await press(page, 'Sign');
  await page.getByText(/Signed, and you were the last\./).waitFor();
  await owner.go(lease);
  await expect.poll(() => stage.rows('select status from agreement where code = $1', [lease.split('/').pop()])).toEqual([{ status: 'fully_signed' }]);
});

test('the sealed paper dropped on the public page is the one that was signed; with one changed byte it is not', async () => {
  await owner.page.reload();
  const open = owner.page.getByRole('link', { name: 'Open sealed copy' });
  await open.waitFor();
  const answer = await owner.page.request.get((await open.getAttribute('href')) ?? '');
  const bytes = await answer.body();
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const phone = await fresh();
  await phone.go('/verify');
  await phone.settled();
  expect(await verdictOn(phone.page, bytes)).toMatch(/^This is what was signed\. Sealed on .+; people who signed: 3\.$/);
  await phone.settled();
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  expect(await verdictOn(phone.page, changed)).toBe(
    'This file is not one that was sealed here, or it was changed afterwards. A single changed byte is enough.',
  );
  await phone.settled();
  await phone.done();
});

test('side by side: everybody can sign at once; one says no with a reason, the owner reads it and every link closes', async () => {
  const { page } = owner;
  lease = await letByHand(owner, [otieno]);
  await more(page, 'Change the text');
  await page.getByRole('dialog').getByLabel('One after the other').uncheck();
  await confirm(page, 'Save');
  await press(page, 'Send to be signed');
  await confirm(page, 'Send to be signed');
  await page.getByRole('button', { name: 'Read and sign' }).waitFor();
  const link = await stage.mailed(otieno.phone, '/sign/');
  const phone = await fresh();
  await phone.go(link);
  await readByCode(stage, phone, otieno);
  await phone.page.getByText('I do not want to sign').click();
  await phone.page.getByLabel('Why not?').fill('The deposit is twice what we agreed');
  await phone.settled();
  await press(phone.page, 'Reject the agreement');
  await phone.page.getByText('You rejected the agreement. Njuguna & Kin Ltd has been told why.').waitFor();
  await phone.done();

  await page.reload();
  await page.getByText('Reason: The deposit is twice what we agreed').waitFor();
  expect(await page.getByRole('button', { name: 'Read and sign' }).count()).toBe(0);
  await owner.settled();
  const stranger = await fresh();
  await gone(stranger, link);
  await stranger.done();
  await owner.done();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseMoreAction, confirmDialog, pressButton } from './catalogue.ts';
import { demoLandlordContact, drawSignature, openAgreementWithCode, readInvalidLinkText, recordManualTenancy, verifySealedFile } from './signing.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment, skipTestsAfterFailure } from './stage.ts';

/** A lease is signed by people without accounts, on their phones, by the links and codes they were sent; the owner sends it from her desk. */
skipTestsAfterFailure();
const zawadi = { name: 'Zawadi Mrembo', phone: '+254713909801' };
const juma = { name: 'Juma Mrembo', phone: '+254713909802' };
const otieno = { name: 'Otieno Barasa', phone: '+254713909803' };
const links = { zawadi: '', juma: '' };
let stage: JourneyEnvironment;
let owner: JourneySession;
let lease = '';
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  owner = await stage.enter();
  await owner.signIn('owner', '/dashboard/owner/tenancies');
});
afterAll(() => stage?.close());

const sentTo = (phone: string) => stage.rows(`select 1 from local_outbox where address = $1 and body like '%/sign/%'`, [phone]);
/** A new browser context without stored data. */
const fresh = () => stage.enter('phone', { reducedMotion: 'reduce' });

test('lease signing in order: only the first signer gets a link', async () => {
  const { page } = owner;
  lease = await recordManualTenancy(owner, [zawadi, juma]);
  await pressButton(page, 'Send for signature');
  await confirmDialog(page, 'Send for signature');
  await expect.poll(() => page.getByText('Not asked yet').count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Read and sign' }).count()).toBe(0);
  await owner.settled();
  links.zawadi = await stage.mailed(zawadi.phone, '/sign/');
  expect(await sentTo(juma.phone)).toEqual([]);
});

test('lease signing by link: a wrong code is rejected, and the right code opens the lease for signing with a finger', async () => {
  const phone = await fresh();
  const { page } = phone;
  phone.expects(/400/);
  await phone.go(links.zawadi);
  await page.getByRole('heading', { level: 1, name: 'Njuguna & Kin Ltd asks you to sign' }).waitFor();
  // The link alone shows nothing of the text; a link beside it leads to the privacy information.
  expect(await page.locator('article').count()).toBe(0);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .waitFor();
  await phone.settled();
  await openAgreementWithCode(stage, phone, zawadi, 'wrong first');
  await phone.settled();
  await pressButton(page, 'Sign');
  await page.getByText('Tick the box to confirm that you have read the agreement.').waitFor();
  await drawSignature(page);
  await pressButton(page, 'Sign');
  await page.getByText(/You signed the agreement\. We notify you when all others have signed/).waitFor();
  await phone.settled();
  await page.reload();
  await page.getByText(/You signed this agreement on this device on /).waitFor();
  await phone.done();
});

test('lease signing by link: a used, an unknown and an expired link all show the same message', async () => {
  links.juma = await stage.mailed(juma.phone, '/sign/');
  const phone = await fresh();
  const said = [await readInvalidLinkText(phone, links.zawadi), await readInvalidLinkText(phone, `/sign/${'A'.repeat(43)}`)];
  await stage.rows(`update agreement_party set expires_at = now() - interval '1 minute' where phone = $1`, [juma.phone]);
  said.push(await readInvalidLinkText(phone, links.juma));
  expect(new Set(said).size).toBe(1);
  await phone.settled();
  await phone.done();
});

test('lease signing in order: a signer with an expired link gets a new link, and the lease is sealed after the owner signs last', async () => {
  const { page } = owner;
  await stage.rows(`update agreement_party set expires_at = now() + interval '1 day' where phone = $1`, [juma.phone]);
  await owner.go(lease);
  await pressButton(page, 'Send new link');
  await expect.poll(() => stage.mailed(juma.phone, '/sign/')).not.toBe(links.juma);
  const phone = await fresh();
  // A replaced link is as invalid as any other.
  await readInvalidLinkText(phone, links.juma);
  await phone.go(await stage.mailed(juma.phone, '/sign/'));
  await openAgreementWithCode(stage, phone, juma);
  await phone.page.getByRole('radio', { name: 'Type' }).check();
  await phone.page.getByLabel(/^I have read this agreement and I sign it/).check();
  await phone.settled();
  await pressButton(phone.page, 'Sign');
  await phone.page.getByText(/You signed the agreement\. We notify you/).waitFor();
  await phone.done();

  await page.reload();
  await pressButton(page, 'Read and sign');
  await page.waitForURL('**/sign/*');
  await openAgreementWithCode(stage, owner, demoLandlordContact);
  await drawSignature(page);
  await pressButton(page, 'Sign');
  await page.getByText(/You were the last to sign\./).waitFor();
  await owner.go(lease);
  await expect.poll(() => stage.rows('select status from agreement where code = $1', [lease.split('/').pop()])).toEqual([{ status: 'fully_signed' }]);
});

test('lease verification page: recognises the sealed PDF, and rejects the file after one changed byte', async () => {
  await owner.page.reload();
  const open = owner.page.getByRole('link', { name: 'Open sealed copy' });
  await open.waitFor();
  const answer = await owner.page.request.get((await open.getAttribute('href')) ?? '');
  const bytes = await answer.body();
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const phone = await fresh();
  await phone.go('/verify');
  await phone.settled();
  expect(await verifySealedFile(phone.page, bytes)).toMatch(/^This is the signed agreement, sealed on .+\. Number of signatures: 3\.$/);
  await phone.settled();
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  expect(await verifySealedFile(phone.page, changed)).toBe(
    'This file was not sealed here, or it was changed afterwards. Even the smallest change is detected.',
  );
  await phone.settled();
  await phone.done();
});

test("lease signing in any order: a signer's rejection closes every link and notifies the owner of the reason", async () => {
  const { page } = owner;
  lease = await recordManualTenancy(owner, [otieno]);
  await chooseMoreAction(page, 'Edit text');
  await page.getByRole('dialog').getByLabel('Sign one after the other').uncheck();
  await confirmDialog(page, 'Save');
  // Sending needs the revision of the text that the page shows.
  await owner.settled();
  await pressButton(page, 'Send for signature');
  await confirmDialog(page, 'Send for signature');
  await page.getByRole('button', { name: 'Read and sign' }).waitFor();
  const link = await stage.mailed(otieno.phone, '/sign/');
  const phone = await fresh();
  await phone.go(link);
  await openAgreementWithCode(stage, phone, otieno);
  await phone.page.getByText('I do not want to sign').click();
  await phone.page.getByLabel('Reason').fill('The deposit is twice what we agreed');
  await phone.settled();
  await pressButton(phone.page, 'Reject agreement');
  await phone.page.getByText('You rejected the agreement. Njuguna & Kin Ltd was notified of your reason.').waitFor();
  await phone.done();

  await page.reload();
  await page.getByText('Reason: The deposit is twice what we agreed').waitFor();
  expect(await page.getByRole('button', { name: 'Read and sign' }).count()).toBe(0);
  await owner.settled();
  const stranger = await fresh();
  await readInvalidLinkText(stranger, link);
  await stranger.done();
  await owner.done();
});

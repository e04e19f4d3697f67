import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowserContext } from '#test/browser.ts';
import { clearContext } from '../contexts.ts';
import { type JourneyEnvironment, openJourneyEnvironment, signInAgain } from '../stage.ts';
import { checkRouteAccessibility, countPendingRequests } from './every-route.ts';
import { listAddressesOfAccount, listVisitsOfShard } from './walked-screens.ts';

/** Long enough for sixty screens in four variants on a busy machine. */
const patience = 1_200_000;

/** One test per account: every screen of this part of the list is accessible. */
export function testScreenAccessibility(part: number): void {
  let stage: JourneyEnvironment;
  let context: BrowserContext;
  beforeAll(async () => {
    stage = await openJourneyEnvironment();
    // The demo has no act that awaits a second person.
    await stage.rows(
      `insert into approval_request (kind, subject_id, params, reason, asked_by, expires_at)
        values ('taxRemittance', null, $1, 'VAT of the month', (select id from person where email = 'admin@makao.test'), app.now() + interval '14 days')`,
      [JSON.stringify({ tax: 'vat', cents: 100_000, account_id: null, paid_on: '2026-01-20', reference: 'PRN-20260120' })],
    );
    // One context for all accounts, so that scripts are loaded and compiled once.
    context = await openBrowserContext(stage.browser, stage.url, 'desktop', { reducedMotion: 'reduce' });
    await context.addInitScript(countPendingRequests);
  });
  afterEach(() => clearContext(context, stage.url));
  afterAll(async () => {
    await context?.close();
    await stage?.close();
  });
  test.each([...Map.groupBy(listVisitsOfShard(part), ({ walker }) => walker)])(
    'accessibility: axe finds no violation on the screens of %s, on desktop and phone, light and dark',
    async (walker, own) => {
      if (walker !== 'stranger') await signInAgain(context, walker);
      const wanted = own.map(({ address }) => address);
      const { findings, astray } = await checkRouteAccessibility(context, wanted, listAddressesOfAccount(walker));
      const told = [...findings].map(([line, seen]) => `${line} seen ${seen.length} times: ${seen.slice(0, 3).join(', ')}`);
      // One string, so that a reader of the first line of a failure sees its subject.
      expect([...astray, ...told].join(' | ')).toBe('');
    },
    patience,
  );
}

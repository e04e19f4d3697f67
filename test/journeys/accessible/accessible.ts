import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openContext } from '#test/browser.ts';
import { forget } from '../contexts.ts';
import { openStage, type Stage, signInOver } from '../stage.ts';
import { walkRoutes, watch } from './every-route.ts';
import { addressesOf, shard } from './walked-screens.ts';

/** Sixty screens in four dresses, on a machine that does other things beside. */
const patience = 1_200_000;

/** One test an account: every screen it walks of this part of the list is accessible. */
export function screensAreAccessible(part: number): void {
  let stage: Stage;
  let context: BrowserContext;
  beforeAll(async () => {
    stage = await openStage();
    // One for all accounts: scripts are fetched and compiled once.
    context = await openContext(stage.browser, stage.url, 'desktop', { reducedMotion: 'reduce' });
    await context.addInitScript(watch);
  });
  afterEach(() => forget(context, stage.url));
  afterAll(async () => {
    await context?.close();
    await stage?.close();
  });
  test.each([...Map.groupBy(shard(part), ({ walker }) => walker)])(
    '%s: axe finds nothing on any screen of this part, desktop and phone, light and dark',
    async (walker, own) => {
      if (walker !== 'stranger') await signInOver(context, walker);
      const wanted = own.map(({ address }) => address);
      const { findings, astray } = await walkRoutes(context, wanted, addressesOf(walker));
      const told = [...findings].map(([line, seen]) => `${line} seen ${seen.length} times: ${seen.slice(0, 3).join(', ')}`);
      // One string, so that whoever sees only the first line of a failure sees what it is about.
      expect([...astray, ...told].join(' | ')).toBe('');
    },
    patience,
  );
}

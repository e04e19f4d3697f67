import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContext } from '../browser.ts';
import { routesOf, type Walker, walkRoutes } from './every-route.ts';
import { openStage, type Stage, signInOver } from './stage.ts';

/** Sixty screens in four dresses, on a machine that does other things beside. */
const patience = 1_200_000;

/** A test for each of them: every route of theirs is accessible. */
export function everyRouteIsAccessible(walkers: readonly Walker[]): void {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());
  test.each(walkers.filter((walker) => routesOf(walker).length > 0))(
    '%s: axe finds nothing on any route, desktop and phone, light and dark',
    async (walker) => {
      const context = await openContext(stage.browser, stage.url, 'desktop', { reducedMotion: 'reduce' });
      if (walker !== 'stranger') await signInOver(context, walker);
      const { findings, astray } = await walkRoutes(context, routesOf(walker));
      await context.close();
      const told = [...findings].map(([line, seen]) => `${line} seen ${seen.length} times: ${seen.slice(0, 3).join(', ')}`);
      // One string, so that whoever sees only the first line of a failure sees what it is about.
      expect([...astray, ...told].join(' | ')).toBe('');
    },
    patience,
  );
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The copy of axe-core in its Playwright package. */
const source = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

/** A violation that axe found: the rule, its requirement, and the element. */
export type AxeViolation = { readonly rule: string; readonly help: string; readonly where: readonly string[] };

/**
 * Loaded once per document. Our pages have no frames, so axe need not collect results of frames in a blank page, and passed checks are not reported.
 * Both together are more than half of its time, and neither changes the violations it finds.
 */
export async function runAxe(page: Page, options: axe.RunOptions = {}, within = 'html'): Promise<readonly AxeViolation[]> {
  if (page.frames().length > 1) throw new Error(`axe looks into no frames, and ${page.url()} has some`);
  const ask = (given: axe.RunOptions) =>
    page.evaluate(
      async ([asked, selector]) => {
        const { axe: here } = window as { axe?: typeof axe };
        if (!here) return null;
        // Colours during a transition are neither of the two final ones.
        const moving = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
        await Promise.allSettled(moving.map(({ finished }) => finished));
        const { violations } = await here.run(document.querySelector(selector) ?? document, asked);
        return violations.map(({ id, help, nodes }) => ({
          rule: id,
          help,
          where: nodes.map((node) => [node.target.join(' '), node.html.slice(0, 160), ...node.any.map(({ message }) => message)].join(' ')),
        }));
      },
      [given, within] as const,
    );
  const given: axe.RunOptions = { resultTypes: ['violations'], iframes: false, ...options };
  const found = await ask(given);
  if (found) return found;
  await page.evaluate(source);
  return (await ask(given)) ?? [];
}

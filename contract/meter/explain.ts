import { kes } from '#contract/money/format.ts';
import { m } from '#words/messages.js';
import { milliText } from './amount.ts';
import type { Part } from './charge.ts';
import { type MeterKind, unitsOf } from './kinds.ts';

/** What an amount is made of, part by part, so that whoever pays it can add it up. */
export const explained = (kind: MeterKind, parts: readonly Part[]): string[] =>
  parts.map(({ what, rate_cents, used }) => {
    const sum = kes(rate_cents, true);
    if (what === 'band') return m.meter_own_rate({ used: `${milliText(used)} ${unitsOf[kind]}`, rate: sum });
    return what === 'fixed' ? m.meter_own_fixed({ sum }) : m.meter_own_least({ sum });
  });
/** How much went through by its rates: of a correction, what is right now. */
export const usedIn = (parts: readonly Part[]): number => parts.reduce((sum, { used }) => sum + used, 0);

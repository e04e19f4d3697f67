import { formatKes } from '#contract/money/format.ts';
import { m } from '#words/messages.js';
import { milliText } from './amount.ts';
import type { ChargePart } from './charge.ts';
import { type MeterKind, unitByMeterKind } from './kinds.ts';

/** The parts of an amount, line by line, so that the payer can add them up. */
export const explainCharge = (kind: MeterKind, parts: readonly ChargePart[]): string[] =>
  parts.map(({ what, rate_cents, used }) => {
    const sum = formatKes(rate_cents, true);
    if (what === 'band') return m.meter_own_rate({ used: `${milliText(used)} ${unitByMeterKind[kind]}`, rate: sum });
    return what === 'fixed' ? m.meter_own_fixed({ sum }) : m.meter_own_least({ sum });
  });
/** The usage in all parts; for a correction, the correct usage. */
export const sumUsage = (parts: readonly ChargePart[]): number => parts.reduce((sum, { used }) => sum + used, 0);

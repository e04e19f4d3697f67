import { formatKes } from '#contract/money/format.ts';
import { m } from '#words/messages.js';
import { formatMilliUnits } from './amount.ts';
import type { MeterChargePart } from './charge.ts';
import { type MeterKind, unitByMeterKind } from './kinds.ts';

/** The parts of an amount, line by line, so that the payer can add them up. */
export const explainMeterCharge = (kind: MeterKind, parts: readonly MeterChargePart[]): string[] =>
  parts.map(({ what, rate_cents, used }) => {
    const sum = formatKes(rate_cents, true);
    if (what === 'band') return m.meter_own_rate({ used: `${formatMilliUnits(used)} ${unitByMeterKind[kind]}`, rate: sum });
    return what === 'fixed' ? m.meter_own_fixed({ sum }) : m.meter_own_least({ sum });
  });
/** The usage in all parts; for a correction, the correct usage. */
export const sumUsage = (parts: readonly MeterChargePart[]): number => parts.reduce((sum, { used }) => sum + used, 0);

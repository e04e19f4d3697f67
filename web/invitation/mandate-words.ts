import type { MandateScope } from '#contract/access/mandate.ts';
import type { Carried } from '#contract/invitation/calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export const scopeWords: Readonly<Record<MandateScope, () => string>> = {
  letting_only: m.invitation_scope_letting,
  full_management: m.invitation_scope_full,
  sale: m.invitation_scope_sale,
};

/** Hundredths of a percent; nothing is said where nothing is agreed. */
export const commissionText = (points: number | null): string | null =>
  points === null ? null : m.invitation_gives_percent({ percent: toPercent(points) });

/** The mandate a letter carries, in one line. */
export const mandateText = ({ scope, all_properties, properties, ends_on, commission_bp }: Carried): string =>
  [
    scopeWords[scope](),
    all_properties ? m.invitation_mandate_all() : properties.join(', '),
    ends_on && `${m.invitation_gives_until()} ${date(ends_on)}`,
    commissionText(commission_bp),
  ]
    .filter(Boolean)
    .join('. ');

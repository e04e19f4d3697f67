import type { ReactNode } from 'react';
import { getLocale } from '#words/locale.js';
import { cx } from './cx.ts';
import type { Locale } from './format.ts';
import classes from './status.module.css';
import { getRoleDefinition, getStatusDefinition, type StatusSet, type StatusTone, TONE_STYLES } from './status-table.ts';

export {
  addTones,
  getRoleDefinition,
  getStatusDefinition,
  getStatusLabel,
  ROLE_DEFINITIONS,
  STATUS_DEFINITIONS,
  type StatusSet,
  type StatusTone,
  TONE_STYLES,
} from './status-table.ts';

/**
 * A dot and a word in one of the eight tones. Use StatusBadge for the specified status sets, and this component for sub-states that the specification
 * does not name.
 */
export function ToneBadge({ tone, plain = false, children }: { tone: StatusTone; plain?: boolean; children: ReactNode }) {
  const { color, dot } = TONE_STYLES[tone];
  return (
    <span className={classes.badge} data-c={color} data-plain={plain || undefined}>
      <span className={classes.dot} data-dot={dot} aria-hidden="true" />
      {children}
    </span>
  );
}

export interface StatusBadgeProps {
  set: StatusSet;
  value: number | string;
  locale?: Locale;
  /** A dot and a word without background, for dense rows. */
  plain?: boolean;
}

/** The badge for every status in the product. */
export function StatusBadge({ set, value, locale = getLocale(), plain = false }: StatusBadgeProps) {
  const status = getStatusDefinition(set, value);
  return (
    <ToneBadge tone={status.tone} plain={plain}>
      {status[locale]}
    </ToneBadge>
  );
}

export function RoleBadge({ role, locale = getLocale() }: { role?: number | undefined; locale?: Locale }) {
  const { color, ...label } = getRoleDefinition(role);
  return (
    <span className={cx(classes.badge, classes.role)} data-c={color}>
      {label[locale]}
    </span>
  );
}

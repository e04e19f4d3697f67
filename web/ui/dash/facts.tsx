import type { ReactNode } from 'react';
import { formatKes } from '../format.ts';
import classes from './facts.module.css';

export interface FactItem {
  label: string;
  value: ReactNode;
}

/** Shows each label above its value. */
export const DefinitionList = ({ items }: { items: readonly FactItem[] }) => (
  <dl className={classes.defs}>{items.flatMap(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}</dl>
);

/** Four to six facts in a row under the title of a detail page; more are in two rows, with four in the first. */
export const FactStrip = ({ items }: { items: readonly FactItem[] }) => (
  <dl className={classes.strip} data-many={items.length > 6 || undefined}>
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export interface MoneyLine {
  label: string;
  cents: number;
}

/** A bill: the amount of each part and the total. `exact` for binding amounts. */
export const MoneyLines = ({ items, total, exact = false }: { items: readonly MoneyLine[]; total?: MoneyLine; exact?: boolean }) => (
  <dl className={classes.lines}>
    {items.map(({ label, cents }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{formatKes(cents, exact)}</dd>
      </div>
    ))}
    {total && (
      <div data-total>
        <dt>{total.label}</dt>
        <dd>{formatKes(total.cents, exact)}</dd>
      </div>
    )}
  </dl>
);

import type { ReactNode } from 'react';
import { kes } from '../format.ts';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Label and value, one under the other. */
export const Defs = ({ items }: { items: readonly Fact[] }) => (
  <dl className={classes.defs}>{items.flatMap(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}</dl>
);

/** Four to six facts in a row under the title of a detail page; more stand in two rows, four above. */
export const FactStrip = ({ items }: { items: readonly Fact[] }) => (
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

/** A bill: what each part costs and what that comes to. `exact` on anything that binds. */
export const Lines = ({ items, total, exact = false }: { items: readonly MoneyLine[]; total?: MoneyLine; exact?: boolean }) => (
  <dl className={classes.lines}>
    {items.map(({ label, cents }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{kes(cents, exact)}</dd>
      </div>
    ))}
    {total && (
      <div data-total>
        <dt>{total.label}</dt>
        <dd>{kes(total.cents, exact)}</dd>
      </div>
    )}
  </dl>
);

import { PindoPattern } from '#web/ui/brand.tsx';
import classes from './bill.module.css';

/** Amounts line by line with their total, prepared by the loader (cost-view.ts). */
export type CostBreakdownView = {
  readonly lines: readonly (readonly [label: string, amount: string])[];
  readonly total: readonly [label: string, amount: string];
};

export const CostBreakdownLines = ({ bill }: { bill: CostBreakdownView }) => (
  <dl className={classes.lines}>
    {bill.lines.map(([label, amount]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
    <div data-total>
      <dt>{bill.total[0]}</dt>
      <dd>{bill.total[1]}</dd>
    </div>
  </dl>
);

export type SampleCostBreakdown = {
  readonly title: string;
  readonly place: string;
  readonly href: string;
  readonly bill: CostBreakdownView;
  readonly afterwards: string | null;
};

/** The full cost of a real home, as an example. */
export const SampleCostBreakdownPanel = ({ sample }: { sample: SampleCostBreakdown }) => (
  <div className={classes.bill}>
    <PindoPattern h={10} />
    <div className={classes.in}>
      <a href={sample.href} data-soft className={classes.name}>
        {sample.title}
      </a>
      <p className={classes.place}>{sample.place}</p>
      <CostBreakdownLines bill={sample.bill} />
      {sample.afterwards && <p className={classes.then}>{sample.afterwards}</p>}
    </div>
  </div>
);

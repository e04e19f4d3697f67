import { payoutDeductionLabels, payoutLineKindLabels, retainedReasonLabels } from '#contract/settlement/labels.ts';
import { explainPayout } from '#contract/settlement/net.ts';
import type { SettlementDetails } from '#contract/settlement/shapes.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

/** The breakdown: components, and what stays and why, to the cent. */
export function PayoutBreakdown({ of: f, freesOn = null }: { of: SettlementDetails['figures']; freesOn?: string | null }) {
  const { parts, off, stays } = explainPayout(f);
  return (
    <div className={classes.stack}>
      <MoneyLines
        exact
        items={parts.map(({ kind, cents }) => ({ label: payoutLineKindLabels[kind](), cents }))}
        total={{ label: m.settlement_part_total(), cents: f.total }}
      />
      <MoneyLines
        exact
        items={off.map(({ what, cents }) => ({ label: payoutDeductionLabels[what](), cents }))}
        total={{ label: m.settlement_column_net(), cents: f.net }}
      />
      {stays.length > 0 && (
        <>
          <strong>{m.settlement_stays()}</strong>
          <MoneyLines exact items={stays.map(({ why, cents }) => ({ label: retainedReasonLabels[why](), cents }))} />
          {freesOn && <p className={classes.quiet}>{m.settlement_frees_on({ day: formatDate(freesOn) })}</p>}
        </>
      )}
    </div>
  );
}

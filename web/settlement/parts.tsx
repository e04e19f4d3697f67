import { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import type { TransferSummary } from '#contract/settlement/shapes.ts';
import { send } from '#web/client/client.ts';
import { DownloadPdfButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';
import { type PayoutStatus, payoutStatusNames, transferStatusNames } from './words.ts';

export const PayoutStatusBadge = ({ of }: { of: PayoutStatus }) => (
  <ToneBadge tone={payoutStatusNames[of].tone}>{payoutStatusNames[of].label()}</ToneBadge>
);

/** Downloads the remittance advice; the button is busy until the file is complete, since a long one takes a while. */
export const RemittanceAdviceButton = ({ id, code }: { id: number; code: string }) => (
  <DownloadPdfButton
    name={`${code}.pdf`}
    label={m.settlement_advice()}
    address={async () => (await send(settlementCalls.remittanceAdvice, { id })).address}
  />
);

export function TransferAttemptTable({ rows }: { rows: readonly TransferSummary[] }) {
  const { layout, link } = useDashboard();
  return (
    <Panel title={m.settlement_transfers()} pad={false}>
      {rows.map((t) => (
        <div key={t.id} className={classes.row}>
          {layout === 'superadmin' ? (
            <AppLink href={link('settlement.transfer', { id: t.id, code: t.code })}>{t.code}</AppLink>
          ) : (
            <span>{t.code}</span>
          )}
          <span>{`${payoutRailLabels[t.rail]()} •••${t.tail}`}</span>
          <span className={classes.num}>{formatKes(t.cents)}</span>
          <span>{t.external_id ?? ''}</span>
          <ToneBadge tone={transferStatusNames[t.status].tone}>{transferStatusNames[t.status].label()}</ToneBadge>
        </div>
      ))}
    </Panel>
  );
}

/** The payees left out, and why. */
export const SkippedPayees = ({ rows }: { rows: readonly { company: string; why: string }[] }) =>
  rows.length === 0 ? null : (
    <div>
      <strong>{m.settlement_run_skipped()}</strong>
      {rows.map(({ company, why }) => (
        <p key={`${company} ${why}`} className={classes.quiet}>
          {m.settlement_left_out({ company, why })}
        </p>
      ))}
    </div>
  );

export const TransferStatusBadge = ({ of }: { of: TransferSummary['status'] }) => (
  <ToneBadge tone={transferStatusNames[of].tone}>{transferStatusNames[of].label()}</ToneBadge>
);

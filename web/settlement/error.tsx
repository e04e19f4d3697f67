import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { settlementCalls } from '#contract/settlement/calls.ts';
import type { PayoutErrorAction } from '#contract/settlement/kinds.ts';
import { payoutRailLabels, transferErrorCodeLabels } from '#contract/settlement/labels.ts';
import type { PayoutErrorDetails } from '#contract/settlement/shapes.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { PayoutConfirmDialog } from './confirm-dialog.tsx';
import { TransferAttemptTable } from './parts.tsx';
import { ReturnedPayoutDialog } from './returned-dialog.tsx';
import classes from './settlement.module.css';
import { payoutErrorStatusNames } from './words.ts';

type Wanted = Exclude<PayoutErrorAction, 'evidence'>;

/** One payout error: what happened, every attempt, and the actions available now. */
export default function PayoutErrorDetail() {
  const { id } = useParams();
  const found = useCall(settlementCalls.errorDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data && `${found.data.company.name}, ${found.data.code}`);
  return found.data ? <Loaded key={found.data.revision} one={found.data} /> : <LoadingState answer={found} />;
}

function Loaded({ one }: { one: PayoutErrorDetails }) {
  const { link } = useDashboard();
  const [wanted, want] = useState<Wanted | null>(null);
  const take = useAction(settlementCalls.assignToMe, { said: () => m.settlement_take_said() });
  const may = (act: Wanted) => one.acts.includes(act);
  const unknown = one.transfer_status === 'unknown' || one.transfer_status === 'sent';
  return (
    <>
      <PageHeader
        title={transferErrorCodeLabels[one.error]()}
        crumbs={[{ label: m.screens_settlement_errors(), href: link('settlement.errors') }, { label: one.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<ToneBadge tone={payoutErrorStatusNames[one.status].tone}>{payoutErrorStatusNames[one.status].label()}</ToneBadge>}
        sub={`${one.company.name} · ${formatKes(one.cents)} · ${payoutRailLabels[one.rail]()} •••${one.tail}`}
        actions={
          <>
            {one.acts.length > 0 && one.owner === null && (
              <Button variant="default" loading={take.isPending} onClick={() => take.mutate({ id: one.id, revision: one.revision })}>
                {m.settlement_take()}
              </Button>
            )}
            {may('back') && <Button onClick={() => want('back')}>{m.settlement_came_back()}</Button>}
            {may('paid') && (one.has_evidence || isDisputed(one)) && (
              <Button variant="default" onClick={() => want('paid')}>
                {m.settlement_mark_paid()}
              </Button>
            )}
            {may('retry') && <Button onClick={() => want('retry')}>{unknown ? m.settlement_ask_again() : m.settlement_retry()}</Button>}
            {(may('reverse') || may('write_off')) && (
              <MoreMenu
                label={m.shell_more()}
                items={[
                  may('reverse') && { label: m.settlement_mark_failed(), danger: true, onClick: () => want('reverse') },
                  may('write_off') && { label: offWords(one).verb, danger: true, onClick: () => want('write_off') },
                ]}
              />
            )}
          </>
        }
      />
      <div className={classes.stack}>
        {one.request && <OpenRequestNote request={one.request} />}
        <Where one={one} unknown={unknown} />
        {(one.has_evidence || one.acts.includes('evidence')) && <Evidence one={one} />}
        <FactStrip
          items={[
            { label: m.settlement_said(), value: one.cause || '–' },
            { label: m.settlement_column_code(), value: one.settlement.code },
            { label: m.settlement_key(), value: one.key },
            { label: m.settlement_column_seen(), value: formatDateTime(one.last_at) },
            { label: m.settlement_column_owner(), value: one.owner ?? '–' },
            ...(one.resolution ? [{ label: m.settlement_resolution(), value: one.resolution }] : []),
          ]}
        />
        <TransferAttemptTable rows={one.attempts_made} />
      </div>
      {wanted && <Act one={one} wanted={wanted} unknown={unknown} close={() => want(null)} />}
    </>
  );
}

/** The account on which the money is now, which decides the possible actions. */
function Where({ one, unknown }: { one: PayoutErrorDetails; unknown: boolean }) {
  const { layout, link } = useDashboard();
  if (one.status === 'retrying') return <Note>{m.settlement_retrying_note()}</Note>;
  if (one.status !== 'open') return null;
  if (one.now_in)
    return (
      <Note>
        {m.settlement_moved_note({ code: one.now_in.code })}{' '}
        {layout === 'superadmin' && <AppLink href={link('settlement.payment', one.now_in)}>{one.now_in.code}</AppLink>}
      </Note>
    );
  if (isDisputed(one)) return <Note>{m.settlement_found_note()}</Note>;
  if (one.transfer_status === 'confirmed') return <Note>{m.settlement_arrived_note()}</Note>;
  if (!unknown) return <Note>{one.by_hand ? m.settlement_failed_by_hand_note() : m.settlement_failed_note()}</Note>;
  return (
    <Note>
      {one.rail === 'bank' ? m.settlement_unknown_bank() : m.settlement_unknown_note()}{' '}
      {one.failable_at !== null && (
        <>
          {one.rail === 'bank' ? m.settlement_early_bank() : m.settlement_early_note()}{' '}
          {m.settlement_early_from({ verb: m.settlement_mark_failed(), moment: formatDateTime(one.failable_at) })}
        </>
      )}
    </Note>
  );
}
/** The effect of closing the error on the money: a transfer posted as paid is not in the wallet. */
const offWords = ({ code, transfer_status }: PayoutErrorDetails) =>
  transfer_status === 'confirmed'
    ? { verb: m.settlement_leave_arrived(), title: m.settlement_leave_arrived_title({ code }), text: m.settlement_leave_arrived_text() }
    : { verb: m.settlement_write_off(), title: m.settlement_write_off_title({ code }), text: m.settlement_write_off_text() };
/** Reported as failed, and then as paid. */
const isDisputed = ({ error, transfer_status }: PayoutErrorDetails): boolean => error === 'callback_lost' && transfer_status === 'failed';

/** The upload of the bank statement or letter, before a person records the result that the document proves. */
function Evidence({ one }: { one: PayoutErrorDetails }) {
  const keep = useAction(settlementCalls.uploadEvidence, { quiet: true, inPlace: true });
  return (
    <Panel title={m.settlement_evidence()}>
      {one.evidence && (
        <p>
          <AppLink href={one.evidence} target="_blank" rel="noopener">
            {m.settlement_evidence_open()}
          </AppLink>
        </p>
      )}
      {one.acts.includes('evidence') && (
        <FileInput
          label={m.settlement_evidence_add()}
          placeholder={m.payments_field_choose()}
          accept="application/pdf,image/png,image/jpeg,image/webp"
          disabled={keep.isPending}
          onChange={(file) => file && keep.mutate({ id: one.id, evidence: file })}
          error={keep.problem}
        />
      )}
    </Panel>
  );
}

function Act({ one, wanted, unknown, close }: { one: PayoutErrorDetails; wanted: Wanted; unknown: boolean; close: () => void }) {
  const [account, choose] = useState('');
  const [reference, refer] = useState('');
  const sum = formatKes(one.cents);
  const about = { id: one.id, revision: one.revision };
  if (wanted === 'retry')
    return (
      <PayoutConfirmDialog
        call={settlementCalls.retry}
        title={unknown ? m.settlement_ask_title({ code: one.transfer.code }) : m.settlement_retry_title({ sum })}
        text={unknown ? m.settlement_ask_text() : one.by_hand ? m.settlement_retry_draft_text() : m.settlement_retry_text()}
        verb={unknown ? m.settlement_ask_again() : m.settlement_retry()}
        given={() => ({ ...about, payout_account_id: account ? Number(account) : null })}
        close={close}
      >
        {!unknown && (
          <NativeSelect
            label={m.settlement_account()}
            description={account ? m.settlement_elsewhere_help() : undefined}
            value={account}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[{ value: '', label: m.settlement_same_account() }, ...one.accounts.map(({ id, label }) => ({ value: String(id), label }))]}
          />
        )}
      </PayoutConfirmDialog>
    );
  if (wanted === 'paid')
    return (
      <PayoutConfirmDialog
        call={settlementCalls.markPaid}
        title={m.settlement_mark_paid_title({ sum })}
        text={isDisputed(one) ? m.settlement_found_text() : m.settlement_mark_paid_text()}
        verb={m.settlement_mark_paid()}
        reason={m.settlement_seen_where()}
        ready={reference.trim().length >= 4}
        given={(resolution) => ({ ...about, external_id: reference, resolution })}
        close={close}
      >
        <TextInput label={m.settlement_reference()} value={reference} maxLength={60} onChange={(event) => refer(event.currentTarget.value)} />
      </PayoutConfirmDialog>
    );
  if (wanted === 'back') return <ReturnedPayoutDialog of={one.transfer} close={close} />;
  const off = wanted === 'write_off';
  const words = offWords(one);
  return (
    <PayoutConfirmDialog
      call={off ? settlementCalls.writeOff : settlementCalls.markFailed}
      danger
      title={off ? words.title : m.settlement_mark_failed_title({ sum })}
      text={off ? words.text : m.settlement_mark_failed_text()}
      verb={off ? words.verb : m.settlement_mark_failed()}
      reason={off ? m.settlement_reason() : m.settlement_seen_where()}
      given={(resolution) => ({ ...about, resolution })}
      close={close}
    />
  );
}

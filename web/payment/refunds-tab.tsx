import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { paymentDeskCalls as calls } from '#contract/payment/desk-calls.ts';
import { type RefundHow, refundHows, refundStates } from '#contract/payment/kinds.ts';
import { paymentRecordCalls } from '#contract/payment/record-calls.ts';
import type { RefundShape } from '#contract/payment/shapes.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { date, kes } from '#web/ui/format.ts';
import { type Tone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { MoneyDrawer } from './drawn.tsx';
import { useDetail } from './use-detail.ts';
import { refundNames, waitsFor } from './words.ts';

const names = ['refund'] as const;
const newest = { by: 'asked_at', desc: true } as const;
const tones: Readonly<Record<RefundShape['status'], Tone>> = { asked: 'wait', approved: 'info', refused: 'done', paid: 'good' };
const Badge = ({ of }: { of: RefundShape }) => <ToneBadge tone={tones[of.status]}>{refundNames[of.status]()}</ToneBadge>;

const whose = ({ payer }: RefundShape): string => payer || m.payments_nobody();
const columns = (): readonly Column<RefundShape>[] => [
  {
    key: 'who',
    header: m.payments_column_who(),
    cell: (r) => <TwoLines top={whose(r)} bottom={[r.payment.code, r.home].filter(Boolean).join(' · ')} />,
  },
  { key: 'to', header: m.payments_refund_to(), cell: (r) => <TwoLines top={r.to} bottom={r.code} /> },
  { key: 'reason', header: m.payments_field_reason(), wrap: true, cell: (r) => <TwoLines top={r.reason} bottom={waitsFor(r)} /> },
  { key: 'by', header: m.payments_refund_by(), cell: (r) => <TwoLines top={r.asked_by ?? ''} bottom={date(r.asked_at)} /> },
  { key: 'status', header: m.payments_column_status(), cell: (r) => <Badge of={r} /> },
  { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (r) => <span className="num">{kes(r.cents)}</span> },
];

/** What is to be given back: asked by one person, approved by another, written down when it went. */
export default function RefundsTab() {
  const detail = useDetail();
  const list = useListState(names, newest);
  const [asked, ask] = useState<{ of: RefundShape; what: Decision | 'paid' } | null>(null);
  const status = list.filters.refund as RefundShape['status'] | undefined;
  const answer = useCall(calls.refunds, { page: list.page, page_size: list.pageSize, tabs: 'true', z_filter: status ? { status } : {} });
  const rows = answer.data?.results ?? [];
  const close = () => ask(null);
  const acts = (r: RefundShape) => (
    <>
      {r.status === 'asked' && r.decides && !r.own && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => ask({ of: r, what: 'approve' })}>
            {m.payments_refund_approve()}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ of: r, what: 'refuse' })}>
            {m.payments_refund_refuse()}
          </Button>
        </>
      )}
      {r.status === 'asked' && r.own && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ of: r, what: 'withdraw' })}>
          {m.payments_refund_withdraw()}
        </Button>
      )}
      {r.status === 'approved' && r.decides && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => ask({ of: r, what: 'paid' })}>
            {m.payments_refund_gone()}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ of: r, what: 'undo' })}>
            {m.payments_refund_undo()}
          </Button>
        </>
      )}
    </>
  );
  return (
    <>
      <StateTabs
        list={list}
        states={{ field: 'refund', label: m.payments_tab_refunds(), options: refundStates.map((value) => ({ value, label: refundNames[value]() })) }}
        counts={answer.data?.tabs}
      />
      <DataTable
        caption={m.payments_tab_refunds()}
        columns={columns()}
        rows={rows}
        rowKey={(r) => String(r.id)}
        rowHref={(r) => detail(r.payment)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.payments_refunds_none_title()} text={m.payments_refunds_none()} />}
        mobile={(r) => (
          <MobileRow
            name={whose(r)}
            amount={kes(r.cents)}
            meta={[r.home, r.to, r.reason, waitsFor(r)].filter(Boolean).join(' · ')}
            badge={<Badge of={r} />}
            when={date(r.asked_at)}
          />
        )}
        actions={acts}
        actionsLabel={m.shell_more()}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
      {asked && asked.what !== 'paid' && <Decide of={asked.of} what={asked.what} close={close} />}
      {asked?.what === 'paid' && <Gone of={asked.of} close={close} />}
    </>
  );
}

type Decision = 'approve' | 'refuse' | 'undo' | 'withdraw';
type Said = { verb: () => string; ask: (of: { sum: string }) => string; text: (of: RefundShape) => string; said: (of: { code: string }) => string };
/** What each decision is called, and what happens by it. */
const decisions: Readonly<Record<Decision, Said>> = {
  approve: {
    verb: m.payments_refund_approve,
    ask: m.payments_refund_approve_ask,
    text: (of) => m.payments_refund_approve_text({ to: of.to, by: of.asked_by ?? '' }),
    said: m.payments_said_approved,
  },
  refuse: {
    verb: m.payments_refund_refuse,
    ask: m.payments_refund_refuse_ask,
    text: () => m.payments_refund_refuse_text(),
    said: m.payments_said_refused,
  },
  undo: {
    verb: m.payments_refund_undo,
    ask: m.payments_refund_undo_ask,
    text: () => m.payments_refund_undo_text(),
    said: m.payments_said_refund_undone,
  },
  withdraw: {
    verb: m.payments_refund_withdraw,
    ask: m.payments_refund_withdraw_ask,
    text: () => m.payments_refund_withdraw_text(),
    said: m.payments_said_withdrawn,
  },
};

function Decide({ of, what, close }: { of: RefundShape; what: Decision; close: () => void }) {
  const { verb, ask, text, said } = decisions[what];
  const approve = what === 'approve';
  const act = useAct(calls.decideRefund, { inPlace: true, said: () => said({ code: of.code }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={ask({ sum: kes(of.cents) })}
      confirmLabel={verb()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={!approve}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, approve })}
    >
      {text(of)}
    </ConfirmModal>
  );
}

const hows: Readonly<Record<RefundHow, () => string>> = { mpesa: m.payments_how_mpesa, bank: m.payments_how_bank, cash: m.payments_how_cash };

/** By M-Pesa its number is enough; a bank's slip and a receipt for cash are shown. */
function Gone({ of, close }: { of: RefundShape; close: () => void }) {
  const [there, setThere] = useState(of.has_evidence);
  const ours = of.fund === 'C';
  const accounts = useCall(paymentRecordCalls.accounts, {}, { quiet: true, enabled: ours });
  const banks = (accounts.data?.results ?? []).filter(({ rail, fund }) => rail === 'bank' && fund === 'C');
  const evidence = useAct(calls.refundEvidence, { quiet: true, inPlace: true, done: () => setThere(true) });
  const form = useForm(calls.paidRefund, {
    blank: { how: (of.in_hand ? 'cash' : 'mpesa') as RefundHow, account_id: '', proof: '', evidence: '' },
    given: ({ how, account_id, proof }) => ({
      ...{ id: of.id, how, proof: proof.trim() },
      ...(how === 'bank' && ours && (account_id || banks[0]) ? { account_id: Number(account_id) || (banks[0]?.id ?? 0) } : {}),
    }),
    inPlace: true,
    said: () => m.payments_said_gone({ sum: kes(of.cents) }),
    done: close,
  });
  const byHand = form.values.how !== 'mpesa';
  return (
    <MoneyDrawer
      form={form}
      close={close}
      title={m.payments_refund_gone()}
      text={m.payments_refund_gone_text({ sum: kes(of.cents), to: of.to })}
      busy={evidence.isPending}
    >
      <NativeSelect
        {...form.text('how')}
        label={m.payments_column_how()}
        data={(of.in_hand ? (['cash'] as const) : refundHows).map((value) => ({ value, label: hows[value]() }))}
      />
      {form.values.how === 'bank' && ours && banks.length > 0 && (
        <NativeSelect
          {...form.text('account_id')}
          label={m.payments_refund_from()}
          data={banks.map(({ id, name, number }) => ({ value: String(id), label: `${name} (${number})` }))}
        />
      )}
      <TextInput {...form.text('proof')} label={m.payments_refund_proof()} maxLength={120} />
      {byHand && (
        <FileInput
          label={m.payments_field_evidence()}
          placeholder={m.payments_field_choose()}
          description={there ? m.payments_refund_evidence_there() : undefined}
          accept="application/pdf,image/png,image/jpeg,image/webp"
          onChange={(file) => file && evidence.mutate({ id: of.id, evidence: file })}
          error={there ? undefined : evidence.problem || form.problems.evidence}
        />
      )}
    </MoneyDrawer>
  );
}

import { Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { buyerRateLabels } from '#contract/listing/labels.ts';
import { rateCalls, type StoredBuyerRate } from '#contract/listing/rate-calls.ts';
import { type BuyerRateKind, buyerRateKinds, maxBuyerRatePoints } from '#contract/listing/rates.ts';
import { convertShillingsToCents, toPercent, toShillings, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const standings: Readonly<Record<StoredBuyerRate['standing'], { label: () => string; tone: StatusTone }>> = {
  now: { label: m.listing_rates_now, tone: 'good' },
  coming: { label: m.listing_rates_coming, tone: 'wait' },
  past: { label: m.listing_rates_past, tone: 'done' },
};
const percent = ({ points }: StoredBuyerRate): string => `${toPercent(points)} %`;
const Standing = ({ standing }: StoredBuyerRate) => <ToneBadge tone={standings[standing].tone}>{standings[standing].label()}</ToneBadge>;

type Acts = { correct: (rate: StoredBuyerRate) => void; drop: (rate: StoredBuyerRate) => void };
const columns = ({ correct, drop }: Acts): readonly TableColumn<StoredBuyerRate>[] => [
  { key: 'kind', header: m.listing_rates_kind(), cell: (r) => buyerRateLabels[r.kind]() },
  { key: 'points', header: m.listing_rates_percent(), align: 'right', cell: percent },
  { key: 'least', header: m.listing_rates_least(), align: 'right', cell: (r) => formatKes(r.least_cents) },
  { key: 'starts_on', header: m.listing_rates_from(), cell: (r) => formatDate(r.starts_on) },
  { key: 'standing', header: m.listing_rates_standing(), cell: (r) => <Standing {...r} /> },
  { key: 'note', header: m.listing_rates_note(), wrap: true, cell: (r) => r.note },
  { key: 'by', header: m.listing_rates_by(), cell: (r) => r.by ?? '' },
  {
    key: 'drop',
    header: '',
    cell: (r) =>
      r.open && (
        <Group gap={8} wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => correct(r)}>
            {m.listing_rates_correct()}
          </Button>
          <Button size="xs" variant="default" onClick={() => drop(r)}>
            {m.listing_rates_remove()}
          </Button>
        </Group>
      ),
  },
];

/** The rates for estimates of sales: in force, future and past. */
export default function BuyerRates() {
  const [adding, setAdding] = useState(false);
  const [correcting, setCorrecting] = useState<StoredBuyerRate | null>(null);
  const [dropping, setDropping] = useState<StoredBuyerRate | null>(null);
  const rates = useCall(rateCalls.list, { page: 1, page_size: 100 });
  const drop = useAction(rateCalls.remove, { said: () => m.said_rate_removed(), done: () => setDropping(null) });
  if (!rates.data) return <LoadingState answer={rates} />;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {m.listing_rates_add()}
    </Button>
  );
  return (
    <>
      <PageHeader title={m.listing_rates_title()} sub={m.listing_rates_sub()} actions={add} />
      <DataTable
        caption={m.listing_rates_title()}
        columns={columns({ correct: setCorrecting, drop: setDropping })}
        rows={rates.data.results}
        rowKey={(r) => String(r.id)}
        rowHref={() => undefined}
        state="ready"
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.listing_rates_empty_title()} text={m.listing_rates_empty_text()} action={add} />}
        mobile={(r) => (
          <MobileRow
            name={buyerRateLabels[r.kind]()}
            amount={percent(r)}
            meta={`${m.listing_rates_least()} ${formatKes(r.least_cents)}`}
            metaEnd={r.note}
            badge={<Standing {...r} />}
            when={formatDate(r.starts_on)}
          />
        )}
      />
      <AddDrawer opened={adding} close={() => setAdding(false)} />
      {correcting && <CorrectDrawer key={correcting.id} rate={correcting} close={() => setCorrecting(null)} />}
      <ConfirmModal
        opened={dropping !== null}
        onClose={() => setDropping(null)}
        title={m.listing_rates_remove_title()}
        confirmLabel={m.listing_rates_remove()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={drop.isPending}
        onConfirm={() => dropping && drop.mutate({ id: dropping.id })}
      >
        {m.listing_rates_remove_text()}
      </ConfirmModal>
    </>
  );
}

const percentInput = { suffix: ' %', min: 0, max: toPercent(maxBuyerRatePoints), decimalScale: 2, hideControls: true, inputMode: 'decimal' } as const;
const blank = () => ({ kind: 'stamp_duty' as BuyerRateKind, percent: 0, least: 0, starts_on: clock.today(), note: '' });

function AddDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  const leave = () => {
    close();
    form.reset();
  };
  const form = useForm(rateCalls.add, {
    blank,
    given: ({ kind, percent: typed, least, starts_on, note }) => ({
      kind,
      points: typedPercentToBasisPoints(typed),
      least_cents: convertShillingsToCents(least),
      starts_on,
      note,
    }),
    says: { points: m.listing_rates_need_percent, starts_on: m.listing_rates_need_day },
    names: { points: 'percent', least_cents: 'least' },
    inPlace: true,
    said: (_, { starts_on }) => m.said_rate_added({ date: formatDate(starts_on) }),
    done: leave,
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={leave}
      title={m.listing_rates_add_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={leave} busy={form.busy} label={m.listing_rates_add()} />}
    >
      <NativeSelect
        {...form.text('kind')}
        label={m.listing_rates_kind()}
        data={buyerRateKinds.map((value) => ({ value, label: buyerRateLabels[value]() }))}
      />
      <NumberInput
        {...form.field('percent')}
        onChange={(typed) => form.put({ percent: Number(typed) || 0 })}
        label={m.listing_rates_percent()}
        {...percentInput}
      />
      <MoneyInput {...form.field('least')} onChange={(typed) => form.put({ least: Number(typed) || 0 })} label={m.listing_rates_least()} />
      <TextInput {...form.text('starts_on')} type="date" min={clock.today()} label={m.listing_rates_from()} />
      <TextInput {...form.text('note')} label={`${m.listing_rates_note()} ${m.shell_optional()}`} maxLength={200} />
      {form.problem ? <Note tone="bad">{form.problem}</Note> : <Note>{m.listing_rates_help()}</Note>}
    </FormDrawer>
  );
}

/** The kind and start date cannot change: another date is another rate. */
function CorrectDrawer({ rate, close }: { rate: StoredBuyerRate; close: () => void }) {
  const form = useForm(rateCalls.correct, {
    blank: () => ({ percent: toPercent(rate.points), least: toShillings(rate.least_cents), note: rate.note }),
    given: ({ percent: typed, least, note }) => ({
      id: rate.id,
      points: typedPercentToBasisPoints(typed),
      least_cents: convertShillingsToCents(least),
      note,
    }),
    says: { points: m.listing_rates_need_percent },
    names: { points: 'percent', least_cents: 'least' },
    inPlace: true,
    said: () => m.said_rate_corrected(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.listing_rates_correct_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.listing_rates_correct()} />}
    >
      <p>{`${buyerRateLabels[rate.kind]()} · ${formatDate(rate.starts_on)}`}</p>
      <NumberInput
        {...form.field('percent')}
        onChange={(typed) => form.put({ percent: Number(typed) || 0 })}
        label={m.listing_rates_percent()}
        {...percentInput}
      />
      <MoneyInput {...form.field('least')} onChange={(typed) => form.put({ least: Number(typed) || 0 })} label={m.listing_rates_least()} />
      <TextInput {...form.text('note')} label={`${m.listing_rates_note()} ${m.shell_optional()}`} maxLength={200} />
      {form.problem ? <Note tone="bad">{form.problem}</Note> : <Note>{m.listing_rates_help()}</Note>}
    </FormDrawer>
  );
}

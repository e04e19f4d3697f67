import { Button, Checkbox, NativeSelect, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CostSplitMethod, costSplitMethods, type InvoiceTaxCode, sharedChargeKinds } from '#contract/invoice/kinds.ts';
import { costSplitMethodLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { PropertyPicker } from './property-pick.tsx';
import { useTaxCodes } from './tax-codes.ts';
import { invoiceLineKindLabels } from './words.ts';

type Shared = CallResult<typeof invoiceRunCalls.previewBatchCharge>;
type How = 'each' | 'split';
const blank = { kind: 'service' as (typeof sharedChargeKinds)[number], label: '', tax_code: 'A' as InvoiceTaxCode, due_on: '', shillings: 0 };

/** The form's state, the previewed amounts, and the two ways to charge. */
function useCharge(done: () => Promise<void>) {
  const [how, setHow] = useState<How>('each');
  const [by, setBy] = useState<CostSplitMethod>('equal');
  const [property, setProperty] = useState<number | null>(null);
  const [typed, setTyped] = useState({ ...blank, due_on: addDays(clock.today(), 7) });
  const [weights, setWeights] = useState<Weights>({});
  const [left, leave] = useState<Left>(new Map());
  const [asked, ask] = useState(false);
  const put = (changes: Partial<typeof typed>) => setTyped((old) => ({ ...old, ...changes }));
  const { shillings, label, ...rest } = typed;
  const given = {
    ...rest,
    ...(property ? { property_id: property } : {}),
    ...(left.size > 0 ? { except: [...left.keys()] } : {}),
    label: label.trim() || invoiceLineKindLabels[typed.kind](),
    cents: typedAmountToCents(shillings),
  };
  const ready = property !== null && shillings > 0 && typed.due_on !== '';
  const counted = Object.entries(weights).map(([id, typed]) => ({ tenancy_id: Number(id), weight: Number(typed) || 0 }));
  const shares = { by, weights: by === 'custom' ? counted.filter((one) => !left.has(one.tenancy_id)) : [] };
  const [settled] = useDebouncedValue({ given, shares, ready }, 400);
  const batch = useCall(invoiceRunCalls.previewBatchCharge, settled.given, { enabled: settled.ready && how === 'each', quiet: true });
  const split = useCall(
    invoiceRunCalls.previewSplitCost,
    { ...settled.given, ...settled.shares },
    { enabled: settled.ready && how === 'split', quiet: true },
  );
  const shown = how === 'each' ? batch.data : split.data;
  const told = ({ count, total_cents }: Shared) => m.invoices_said_charged({ count, sum: formatKes(total_cents) });
  const one = useAction(invoiceRunCalls.batchCharge, { inPlace: true, said: told, done });
  const all = useAction(invoiceRunCalls.splitCost, { inPlace: true, said: told, done });
  const act = how === 'each' ? one : all;
  const send = () => (how === 'each' ? one.mutate(given) : all.mutate({ ...given, ...shares }));
  return {
    how,
    setHow,
    by,
    setBy,
    property,
    setProperty,
    typed,
    put,
    given,
    ready,
    shown,
    left,
    leave,
    weights,
    setWeights,
    asked,
    ask,
    act,
    send,
  };
}

function ChargeFields({ of }: { of: ReturnType<typeof useCharge> }) {
  const { how, by, setBy, property, setProperty, typed, put, leave, setWeights } = of;
  const taxes = useTaxCodes();
  return (
    <Panel>
      <div className={classes.pair}>
        <PropertyPicker
          value={property}
          put={(id) => {
            setProperty(id);
            leave(new Map());
            setWeights({});
          }}
        />
        <NativeSelect
          label={m.invoices_line_kind()}
          value={typed.kind}
          onChange={(event) => put({ kind: event.currentTarget.value as typeof typed.kind })}
          data={sharedChargeKinds.map((value) => ({ value, label: invoiceLineKindLabels[value]() }))}
        />
        <TextInput
          label={m.invoices_line_what()}
          placeholder={invoiceLineKindLabels[typed.kind]()}
          value={typed.label}
          maxLength={120}
          onChange={(event) => put({ label: event.currentTarget.value })}
        />
        <MoneyInput
          label={how === 'each' ? m.invoices_charge_sum_each() : m.invoices_charge_sum_all()}
          value={typed.shillings}
          onChange={(value) => put({ shillings: Number(value) || 0 })}
        />
        <NativeSelect
          label={m.invoices_line_tax()}
          value={typed.tax_code}
          onChange={(event) => put({ tax_code: event.currentTarget.value as InvoiceTaxCode })}
          data={taxes}
        />
        <TextInput
          type="date"
          label={m.invoices_field_due()}
          min={clock.today()}
          value={typed.due_on}
          onChange={(event) => put({ due_on: event.currentTarget.value })}
        />
        {how === 'split' && (
          <NativeSelect
            label={m.invoices_split_by()}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value as CostSplitMethod)}
            data={costSplitMethods.map((value) => ({ value, label: costSplitMethodLabels[value]() }))}
          />
        )}
      </div>
    </Panel>
  );
}

/** One charge for many homes: the same amount each, or one cost shared by all, in whole shillings. The amounts are previewed first. */
export default function BatchChargePage() {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const charge = useCharge(async () => navigate(link('invoice.list')));
  const { how, setHow, by, given, ready, shown, left, leave, weights, setWeights, asked, ask, act } = charge;
  return (
    <>
      <PageHeader
        title={m.invoices_charge_title()}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: m.invoices_charge_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.invoices_charge_sub()}
      />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && shown) ask(true);
        }}
      >
        <SegmentedControl
          aria-label={m.invoices_charge_how()}
          data={[
            { value: 'each', label: m.invoices_charge_each() },
            { value: 'split', label: m.invoices_charge_split() },
          ]}
          value={how}
          onChange={(value) => setHow(value as How)}
        />
        <ChargeFields of={charge} />
        {act.problem && <Note tone="bad">{act.problem}</Note>}
        {shown && (
          <Shares
            of={shown}
            left={left}
            toggle={(row) =>
              leave((old) => {
                const next = new Map(old);
                if (!next.delete(row.tenancy.id)) next.set(row.tenancy.id, row);
                return next;
              })
            }
            {...(how === 'split' && by === 'custom' ? { weights, put: setWeights } : {})}
            weighed={how === 'split' && by !== 'equal'}
          />
        )}
        <div className={classes.foot}>
          <span className={classes.quiet}>
            {shown ? m.invoices_charge_total({ count: shown.count, sum: formatKes(shown.total_cents) }) : m.invoices_charge_fill()}
          </span>
          <Button type="submit" disabled={!ready || !shown || shown.count === 0}>
            {m.invoices_charge_do({ count: shown?.count ?? 0 })}
          </Button>
        </div>
      </form>
      {asked && shown && (
        <ConfirmModal
          opened
          onClose={() => ask(false)}
          title={m.invoices_charge_ask({ count: shown.count })}
          confirmLabel={m.invoices_charge_do({ count: shown.count })}
          cancelLabel={m.shell_cancel()}
          closeLabel={m.shell_close()}
          loading={act.isPending}
          problem={act.problem}
          onConfirm={charge.send}
        >
          {m.invoices_charge_ask_text({ sum: formatKes(shown.total_cents), what: given.label })}
        </ConfirmModal>
      )}
    </>
  );
}

type Home = Shared['rows'][number];
/** Homes left out of the charge. They stay visible and can be included again. */
type Left = ReadonlyMap<number, Home>;
/** Weights as typed: "0." may become 0.5. */
type Weights = Readonly<Record<number, number | string>>;
type Weighed = {
  left: Left;
  toggle: (row: Home) => void;
  weights?: Weights;
  put?: (weights: Weights) => void;
};
/** Homes in their natural order, charged or not. */
const byHome = (a: Home, b: Home): number =>
  a.property.name.localeCompare(b.property.name) ||
  a.unit.name.localeCompare(b.unit.name, undefined, { numeric: true }) ||
  a.tenancy.id - b.tenancy.id;
const Shares = ({ of, left, toggle, weights, put, weighed }: Weighed & { of: Shared; weighed: boolean }) => (
  <Panel title={m.invoices_preview()} pad={false}>
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.invoices_column_who()}</th>
            <th scope="col">{m.invoices_column_home()}</th>
            {weighed && (
              <th scope="col" data-right>
                {m.invoices_split_weight()}
              </th>
            )}
            <th scope="col" data-right>
              {m.invoices_column_total()}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...of.rows.filter((row) => !left.has(row.tenancy.id)), ...left.values()].toSorted(byHome).map((row) => (
            <tr key={row.tenancy.id}>
              <td>
                <Checkbox
                  checked={!left.has(row.tenancy.id)}
                  disabled={!left.has(row.tenancy.id) && of.rows.every(({ tenancy }) => tenancy.id === row.tenancy.id || left.has(tenancy.id))}
                  onChange={() => toggle(row)}
                  aria-label={m.invoices_charge_leave({ who: row.tenant.name })}
                  label={row.tenant.name}
                  description={row.tenancy.code}
                />
              </td>
              <td>{row.unit.name}</td>
              {weighed && (
                <td data-right>
                  {weights && put ? (
                    <NumberInput
                      aria-label={m.invoices_split_weight_of({ who: row.tenant.name })}
                      value={weights[row.tenancy.id] ?? 1}
                      min={0}
                      max={1_000_000}
                      decimalScale={2}
                      allowedDecimalSeparators={['.', ',']}
                      hideControls
                      w={88}
                      onChange={(value) => put({ ...weights, [row.tenancy.id]: value })}
                    />
                  ) : (
                    (row.weight ?? m.invoices_split_unknown())
                  )}
                </td>
              )}
              <td data-right>{left.has(row.tenancy.id) ? '–' : formatKes(row.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
);

import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { type MeterKind, type MeterTaxCode, meterLimits, meterTaxCodes, unitByMeterKind } from '#contract/meter/kinds.ts';
import { meterTaxCodeLabels } from '#contract/meter/labels.ts';
import type { MeterTariff } from '#contract/meter/shapes.ts';
import { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const states = {
  now: { tone: 'good', label: m.meter_tariff_now },
  later: { tone: 'info', label: m.meter_tariff_later },
  past: { tone: 'done', label: m.meter_tariff_past },
} as const;

/** The tariffs of a kind, with their start dates. */
export function TariffList({ property, kind }: { property: number; kind: MeterKind }) {
  const [adding, add] = useState(false);
  const [going, drop] = useState<MeterTariff | null>(null);
  const answer = useCall(meterUtilityCalls.listTariffs, { property_id: property, kind });
  const remove = useAction(meterUtilityCalls.removeTariff, { inPlace: true, said: () => m.meter_said_tariff_gone(), done: () => drop(null) });
  if (!answer.data) return <LoadingState answer={answer} />;
  const { results, may } = answer.data;
  const plus = may.create && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add(true)}>
      {m.meter_tariff_add()}
    </Button>
  );
  return (
    <>
      {results.length > 0 && plus && (
        <div className={classes.bar}>
          <div className={classes.end}>{plus}</div>
        </div>
      )}
      {results.length === 0 && <StateBlock title={m.meter_tariffs_empty()} text={m.meter_tariffs_empty_text()} action={plus || undefined} />}
      <div className={classes.cards}>
        {results.map((one) => (
          <Price key={one.id} one={one} kind={kind} drop={may.delete && !one.locked ? () => drop(one) : null} />
        ))}
      </div>
      {adding && <TariffForm property={property} kind={kind} like={results[0]} close={() => add(false)} />}
      {going && (
        <ConfirmModal
          opened
          danger
          onClose={() => drop(null)}
          title={m.meter_tariff_remove_title({ day: formatDate(going.valid_from) })}
          confirmLabel={m.meter_tariff_remove()}
          cancelLabel={m.meter_tariff_keep()}
          closeLabel={m.shell_close()}
          loading={remove.isPending}
          problem={remove.problem}
          onConfirm={() => remove.mutate({ id: going.id })}
        >
          {m.meter_tariff_remove_text()}
        </ConfirmModal>
      )}
    </>
  );
}

function Price({ one, kind, drop }: { one: MeterTariff; kind: MeterKind; drop: (() => void) | null }) {
  const unit = unitByMeterKind[kind];
  const { tone, label } = states[one.state];
  const band = (upto: number | null) =>
    upto === null
      ? one.bands.length === 1
        ? m.meter_tariff_all({ unit })
        : m.meter_tariff_rest()
      : m.meter_tariff_band({ upto: formatMilliUnits(upto), unit });
  return (
    <Panel
      title={m.meter_tariff_from({ day: formatDate(one.valid_from) })}
      right={
        <span className={classes.head}>
          <ToneBadge tone={tone}>{label()}</ToneBadge>
          {drop && (
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={m.meter_tariff_remove()} onClick={drop}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      }
    >
      <dl className={classes.lines}>
        {one.bands.map(({ upto, rate_cents }) => (
          <div key={upto ?? 'rest'}>
            <dt>{band(upto)}</dt>
            <dd>
              {formatKes(rate_cents)} / {unit}
            </dd>
          </div>
        ))}
        {one.fixed_cents > 0 && (
          <div>
            <dt>{m.meter_tariff_fixed()}</dt>
            <dd>{formatKes(one.fixed_cents)}</dd>
          </div>
        )}
        {one.minimum_cents > 0 && (
          <div>
            <dt>{m.meter_tariff_minimum()}</dt>
            <dd>{formatKes(one.minimum_cents)}</dd>
          </div>
        )}
        <div>
          <dt>{m.meter_tariff_tax()}</dt>
          <dd>{meterTaxCodeLabels[one.tax_code]()}</dd>
        </div>
      </dl>
      {one.note && <p className={classes.quiet}>{one.note}</p>}
    </Panel>
  );
}

type Typed = { readonly upto: string; readonly rate: number };
function TariffForm({ property, kind, like, close }: { property: number; kind: MeterKind; like: MeterTariff | undefined; close: () => void }) {
  const unit = unitByMeterKind[kind];
  const form = useForm(meterUtilityCalls.addTariff, {
    blank: {
      valid_from: clock.today(),
      bands: (like?.bands ?? [{ upto: null, rate_cents: 0 }]).map(
        (one): Typed => ({ upto: one.upto === null ? '' : formatMilliUnits(one.upto), rate: toShillings(one.rate_cents) }),
      ),
      fixed: toShillings(like?.fixed_cents ?? 0),
      minimum: toShillings(like?.minimum_cents ?? 0),
      tax_code: (like?.tax_code ?? 'A') as string,
      note: '',
    },
    given: (v) => ({
      property_id: property,
      kind,
      valid_from: v.valid_from,
      note: v.note,
      tax_code: v.tax_code as MeterTaxCode,
      bands: v.bands.map((one, at) => ({
        upto: at === v.bands.length - 1 ? null : (parseMilliUnits(one.upto) ?? 0),
        rate_cents: typedAmountToCents(one.rate),
      })),
      fixed_cents: typedAmountToCents(v.fixed),
      minimum_cents: typedAmountToCents(v.minimum),
    }),
    says: { valid_from: m.meter_problem_day },
    names: { fixed_cents: 'fixed', minimum_cents: 'minimum' },
    inPlace: true,
    said: () => m.meter_said_tariff(),
    done: close,
  });
  const { bands } = form.values;
  const put = (at: number, change: Partial<Typed>) =>
    form.set(
      'bands',
      bands.map((one, i) => (i === at ? { ...one, ...change } : one)),
    );
  const wrong = Object.entries(form.problems).find(([name]) => name.startsWith('bands'))?.[1];
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_tariff_add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_tariff_add()} />}
    >
      <TextInput {...form.text('valid_from')} type="date" label={m.meter_tariff_valid_from()} />
      {bands.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band is known by its place
        <div key={at} className={classes.band}>
          {at < bands.length - 1 ? (
            <TextInput
              label={m.meter_tariff_upto({ unit })}
              inputMode="decimal"
              value={one.upto}
              onChange={(event) => put(at, { upto: event.currentTarget.value })}
            />
          ) : (
            <span>{bands.length === 1 ? m.meter_tariff_all({ unit }) : m.meter_tariff_rest()}</span>
          )}
          <MoneyInput label={m.meter_tariff_rate({ unit })} value={one.rate} onChange={(value) => put(at, { rate: Number(value) || 0 })} />
          {bands.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={m.meter_tariff_drop_band({ n: at + 1 })}
              onClick={() =>
                form.set(
                  'bands',
                  bands.filter((_, i) => i !== at),
                )
              }
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {wrong && <p role="alert">{wrong}</p>}
      {bands.length < meterLimits.bands && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            form.set('bands', [...bands.slice(0, -1), { upto: '', rate: bands.at(-1)?.rate ?? 0 }, bands.at(-1) ?? { upto: '', rate: 0 }])
          }
        >
          {m.meter_tariff_more_bands()}
        </Button>
      )}
      <MoneyInput
        {...form.field('fixed')}
        onChange={(value) => form.set('fixed', Number(value) || 0)}
        label={`${m.meter_tariff_fixed()} ${m.shell_optional()}`}
      />
      <MoneyInput
        {...form.field('minimum')}
        onChange={(value) => form.set('minimum', Number(value) || 0)}
        label={`${m.meter_tariff_minimum()} ${m.shell_optional()}`}
      />
      <NativeSelect
        {...form.text('tax_code')}
        label={m.meter_tariff_tax()}
        data={meterTaxCodes.map((value) => ({ value, label: meterTaxCodeLabels[value]() }))}
      />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}

import { Button, MultiSelect, NativeSelect, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallInput } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { toPercent, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { bulkRentPercentRange } from '#contract/unit/kinds.ts';
import {
  type UnitMove,
  unitMachine,
  unitMoves,
  unitMovesAcceptingDay,
  unitMovesRequiringDay,
  unitMovesRequiringReason,
} from '#contract/unit/machine.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import type { FormProblems } from '#web/forms/form.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import type { UnitChoices } from './filters.tsx';
import { unitMoveTexts } from './words.ts';

type Asked = 'lives' | 'rent' | 'terms' | 'unit_type' | 'amenities' | 'status';
type Change = Omit<CallInput<typeof unitCalls.bulk>, 'unit_ids'>;

/** Bulk actions for the selected units; each opens a short form. */
export function UnitBulkBar({ ids, choices, done }: { ids: readonly number[]; choices: UnitChoices | undefined; done: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const button = (what: Asked, label: string) => (
    <Button
      size="compact-sm"
      variant={what === 'rent' ? 'white' : 'transparent'}
      {...(what === 'rent' ? {} : { c: 'white' })}
      onClick={() => setAsked(what)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {button('rent', m.unit_bulk_rent())}
      {button('terms', m.unit_bulk_terms())}
      {button('unit_type', m.unit_bulk_type())}
      {button('lives', m.unit_occupy_said())}
      {button('status', m.unit_bulk_status())}
      {button('amenities', m.unit_bulk_amenities())}
      {asked && <BulkForm what={asked} ids={ids} choices={choices} close={() => setAsked(null)} done={done} />}
    </>
  );
}

const percents = { min: toPercent(bulkRentPercentRange.min), max: toPercent(bulkRentPercentRange.max) };

export function findBulkRentProblems(change: Change | null): FormProblems {
  const rent = change?.rent;
  if (rent?.how !== 'percent' || (rent.basis_points >= bulkRentPercentRange.min && rent.basis_points <= bulkRentPercentRange.max)) return {};
  return { change: m.unit_bulk_percent_wrong(percents) };
}

const titles: Readonly<Record<Asked, () => string>> = {
  rent: m.unit_bulk_rent,
  unit_type: m.unit_bulk_type,
  amenities: m.unit_bulk_amenities,
  status: m.unit_bulk_status,
  lives: m.unit_occupy_said,
  terms: m.unit_bulk_terms,
};

type FormProps = { what: Asked; ids: readonly number[]; choices: UnitChoices | undefined; close: () => void; done: () => void };
function BulkForm({ what, ids, choices, close, done }: FormProps) {
  // All or none: the form names the units that prevent the change, so that they can be removed.
  const form = useForm(unitCalls.bulk, {
    blank: { change: (what === 'lives' ? { move: 'occupy_said' } : null) as Change | null },
    given: ({ change }) => ({ unit_ids: [...ids], ...change }),
    // The only part of a change that is typed.
    names: { rent: 'change' },
    check: ({ change }) => findBulkRentProblems(change),
    inPlace: true,
    touches: [propertyCalls, listingCalls],
    said: ({ changed }) => m.said_units_changed({ count: changed }),
    done: () => {
      close();
      done();
    },
  });
  const { change } = form.values;
  const setChange = (next: Change | null) => form.set('change', next);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={titles[what]()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.unit_bulk_go({ count: ids.length })} disabled={change === null} />}
    >
      <Note tone="info">{m.unit_bulk_all_or_nothing()}</Note>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {what === 'lives' && <p>{m.unit_bulk_lives_text()}</p>}
      {what === 'rent' && <RentFields set={setChange} problem={form.problems.change} />}
      {what === 'terms' && <TermFields set={setChange} />}
      {what === 'unit_type' && <TypeField choices={choices} set={setChange} />}
      {what === 'amenities' && <AmenityFields choices={choices} set={setChange} />}
      {what === 'status' && <MoveFields set={setChange} />}
    </FormDrawer>
  );
}

type Part = { set: (change: Change | null) => void };

function RentFields({ set, problem }: Part & { problem: string | undefined }) {
  const [how, setHow] = useState<'set' | 'percent'>('percent');
  const tell = (kind: 'set' | 'percent', value: number | string) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return set(null);
    set({
      rent: kind === 'set' ? { how: 'set', cents: typedAmountToCents(value) } : { how: 'percent', basis_points: typedPercentToBasisPoints(value) },
    });
  };
  return (
    <>
      <SegmentedControl
        aria-label={m.unit_bulk_rent()}
        fullWidth
        value={how}
        onChange={(next) => {
          setHow(next as 'set' | 'percent');
          set(null);
        }}
        data={[
          { value: 'percent', label: m.unit_bulk_percent() },
          { value: 'set', label: m.unit_bulk_set() },
        ]}
      />
      {how === 'percent' ? (
        <NumberInput
          key="percent"
          label={m.unit_bulk_percent_label()}
          description={m.unit_bulk_percent_help()}
          suffix=" %"
          allowNegative
          inputMode="text"
          min={percents.min}
          max={percents.max}
          // A value outside the limits shows an error; it is not changed silently.
          clampBehavior="none"
          decimalScale={2}
          error={problem}
          onChange={(value) => tell('percent', value)}
        />
      ) : (
        <MoneyInput key="set" label={m.unit_rent_month()} error={problem} onChange={(value) => tell('set', value)} />
      )}
    </>
  );
}

/** An empty field leaves the value unchanged. */
function TermFields({ set }: Part) {
  const [terms, setTerms] = useState<Change>({});
  const tell = (changes: Change) => {
    const next = { ...terms, ...changes };
    setTerms(next);
    set(Object.values(next).every((value) => value === undefined) ? null : next);
  };
  const typed = (value: number | string) => (typeof value === 'number' && Number.isFinite(value) ? typedAmountToCents(value) : undefined);
  return (
    <>
      <Note tone="info">{m.unit_bulk_terms_help()}</Note>
      <MoneyInput label={m.unit_deposit()} onChange={(value) => tell({ deposit_cents: typed(value) })} />
      <MoneyInput label={m.unit_service_charge()} onChange={(value) => tell({ service_charge_cents: typed(value) })} />
      <TextInput type="date" label={m.unit_available_from()} onChange={(event) => tell({ available_from: event.currentTarget.value || undefined })} />
    </>
  );
}

const TypeField = ({ choices, set }: Part & { choices: UnitChoices | undefined }) => (
  <NativeSelect
    label={m.unit_type()}
    data={[{ value: '', label: m.unit_choose() }, ...(choices?.unit_types ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
    onChange={(event) => set(event.currentTarget.value ? { unit_type_id: Number(event.currentTarget.value) } : null)}
  />
);

function AmenityFields({ choices, set }: Part & { choices: UnitChoices | undefined }) {
  const [adds, setAdds] = useState<string[]>([]);
  const [removes, setRemoves] = useState<string[]>([]);
  const data = (choices?.amenities ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  const tell = (add: string[], remove: string[]) => {
    setAdds(add);
    setRemoves(remove);
    set(add.length + remove.length === 0 ? null : { add_amenities: add.map(Number), remove_amenities: remove.map(Number) });
  };
  return (
    <>
      <MultiSelect
        label={m.unit_bulk_add()}
        data={data.filter((one) => !removes.includes(one.value))}
        value={adds}
        onChange={(next) => tell(next, removes)}
        searchable
      />
      <MultiSelect
        label={m.unit_bulk_remove()}
        data={data.filter((one) => !adds.includes(one.value))}
        value={removes}
        onChange={(next) => tell(adds, next)}
        searchable
      />
    </>
  );
}

function MoveFields({ set }: Part) {
  const { visitor } = useApp();
  const moves = unitMoves.filter((move) => unitMachine.moves[move].by.includes(visitor.role));
  const [move, setMove] = useState<UnitMove | ''>('');
  const [reason, setReason] = useState('');
  const [day, setDay] = useState('');
  const tell = (next: UnitMove | '', why: string, on: string) => {
    setMove(next);
    setReason(why);
    setDay(on);
    const ready =
      next !== '' && (!unitMovesRequiringReason.includes(next) || why.trim().length >= 3) && (!unitMovesRequiringDay.includes(next) || on !== '');
    set(ready ? { move: next, reason: why.trim(), expected_on: unitMovesAcceptingDay.includes(next) && on ? on : null } : null);
  };
  if (moves.length === 0) return <Note tone="guard">{m.unit_bulk_no_move()}</Note>;
  return (
    <>
      <NativeSelect
        label={m.unit_bulk_move()}
        data={[{ value: '', label: m.unit_choose() }, ...moves.map((one) => ({ value: one, label: unitMoveTexts[one].verb() }))]}
        value={move}
        onChange={(event) => tell(event.currentTarget.value as UnitMove | '', reason, day)}
      />
      {move !== '' && (
        <Textarea
          label={unitMovesRequiringReason.includes(move) ? m.unit_reason() : `${m.unit_reason()} ${m.shell_optional()}`}
          value={reason}
          onChange={(event) => tell(move, event.currentTarget.value, day)}
          maxLength={500}
          autosize
          minRows={2}
        />
      )}
      {move !== '' && unitMovesAcceptingDay.includes(move) && (
        <TextInput
          type="date"
          label={unitMovesRequiringDay.includes(move) ? m.unit_expected_on() : `${m.unit_expected_on()} ${m.shell_optional()}`}
          value={day}
          onChange={(event) => tell(move, reason, event.currentTarget.value)}
        />
      )}
    </>
  );
}

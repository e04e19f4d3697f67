import { ActionIcon, Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { typedAmountToCents } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { maxUnitReshapeParts } from '#contract/unit/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import type { UnitNumberInput } from './draft.ts';
import classes from './unit.module.css';

const free: readonly number[] = [unitStatuses.vacant, unitStatuses.maintenance, unitStatuses.onhold];

/** Only a unit that is not occupied or listed can be split or merged; for others the menu hides it, as the server would refuse. */
export const canSplitOrMergeUnit = (unit: UnitDetails): boolean =>
  free.includes(unit.status) && unit.listings.every((listing) => listing.status === 'closed' || listing.status === 'archived');

const cents = (shillings: UnitNumberInput): number | null => (shillings === '' ? null : typedAmountToCents(shillings));
type Part = { key: number; name: string; type: string; rent: UnitNumberInput };

function Fields({ part, types, set }: { part: Part; types: readonly { id: number; name: string }[]; set: (change: Partial<Part>) => void }) {
  return (
    <div className={classes.form}>
      <TextInput label={m.unit_name()} value={part.name} maxLength={60} onChange={(event) => set({ name: event.currentTarget.value })} />
      <div className={classes.two}>
        <NativeSelect
          label={m.unit_type()}
          value={part.type}
          data={types.map((type) => ({ value: String(type.id), label: type.name }))}
          onChange={(event) => set({ type: event.currentTarget.value })}
        />
        <MoneyInput label={m.unit_rent_month()} value={part.rent} onChange={(value) => set({ rent: typeof value === 'number' ? value : '' })} />
      </div>
    </div>
  );
}

type Form = { unit: UnitDetails; close: () => void };

/** Splits a unit: the parts get names, types and prices before saving. */
export function SplitUnitForm({ unit, close }: Form) {
  const choices = useCall(unitCalls.choices, {});
  const like = (key: number, letter: string): Part => ({ key, name: `${unit.name}${letter}`, type: String(unit.unit_type.id), rent: '' });
  const form = useForm(unitCalls.split, {
    blank: () => ({ parts: [like(0, 'a'), like(1, 'b')] }),
    given: ({ parts }) => ({
      id: unit.id,
      revision: unit.revision,
      parts: parts.map((part) => ({ name: part.name.trim(), unit_type_id: Number(part.type), rent_cents: cents(part.rent), area_m2: null })),
    }),
    inPlace: true,
    touches: [propertyCalls, listingCalls],
    said: ({ made }) => m.said_split({ name: unit.name, count: made.length }),
    done: close,
  });
  const { parts } = form.values;
  const setParts = (next: Part[]) => form.set('parts', next);
  const change = (key: number, given: Partial<Part>) => setParts(parts.map((part) => (part.key === key ? { ...part, ...given } : part)));
  const problem = form.problem || form.problems.parts;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.unit_split_title({ name: unit.name })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.unit_split()} disabled={parts.some((part) => part.name.trim() === '')} />}
    >
      <Note tone="info">{m.unit_split_text({ code: unit.code })}</Note>
      {problem && <Note tone="bad">{problem}</Note>}
      {parts.map((part, at) => (
        <fieldset key={part.key} className={classes.part}>
          <legend>
            {m.unit_split_part({ number: at + 1 })}
            {parts.length > 2 && (
              <ActionIcon
                variant="subtle"
                aria-label={m.unit_split_remove({ name: part.name })}
                onClick={() => setParts(parts.filter((one) => one.key !== part.key))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </legend>
          <Fields part={part} types={choices.data?.unit_types ?? [unit.unit_type]} set={(given) => change(part.key, given)} />
        </fieldset>
      ))}
      {parts.length < maxUnitReshapeParts && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setParts([...parts, like(Math.max(...parts.map((one) => one.key)) + 1, String.fromCharCode(97 + parts.length))])}
        >
          {m.unit_split_add()}
        </Button>
      )}
    </FormDrawer>
  );
}

/** Merges units: the current unit stays, the selected ones are removed. */
export function MergeUnitsForm({ unit, close }: Form) {
  const choices = useCall(unitCalls.choices, {});
  const others = useCall(unitCalls.list, { page: 1, page_size: 100, sort: 'name', z_filter: { property: unit.property.id } });
  const form = useForm(unitCalls.merge, {
    blank: { part: { key: 0, name: unit.name, type: String(unit.unit_type.id), rent: '' } as Part, picked: [] as string[] },
    given: ({ part, picked }) => ({
      id: unit.id,
      revision: unit.revision,
      unit_ids: picked.map(Number),
      name: part.name.trim(),
      unit_type_id: Number(part.type),
      rent_cents: cents(part.rent),
    }),
    names: { unit_ids: 'picked' },
    inPlace: true,
    touches: [propertyCalls, listingCalls],
    said: ({ unit: { name } }) => m.said_joined({ name }),
    done: close,
  });
  const { part, picked } = form.values;
  const rows = (others.data?.results ?? []).filter((one) => one.id !== unit.id && free.includes(one.status));
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.unit_join_title({ name: unit.name })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.unit_join()} disabled={picked.length === 0 || part.name.trim() === ''} />}
    >
      <Note tone="guard">{m.unit_join_text({ name: unit.name })}</Note>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <MultiSelect
        label={m.unit_join_with()}
        searchable
        maxValues={maxUnitReshapeParts - 1}
        data={rows.map((one) => ({
          value: String(one.id),
          label: one.block ? `${one.name} · ${m.unit_block_named({ block: one.block })}` : one.name,
        }))}
        nothingFoundMessage={m.unit_join_none()}
        {...form.field('picked')}
      />
      <Fields part={part} types={choices.data?.unit_types ?? [unit.unit_type]} set={(given) => form.set('part', { ...part, ...given })} />
    </FormDrawer>
  );
}

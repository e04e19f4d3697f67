import { Button, NativeSelect, Radio, Stack } from '@mantine/core';
import type { IntakeBuilding } from '#contract/intake/calls.ts';
import { type ExistingUnitMode, existingUnitModes } from '#contract/intake/kinds.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import classes from '#web/importer/importer.module.css';
import { ImportPreviewFooter } from '#web/importer/preview-table.tsx';
import { LocationPicker } from '#web/location/picker.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { type RentRollDraft, toRentRollInput } from './columns.tsx';
import { type IntakeCheckResult, IntakePreviewRows } from './preview-rows.tsx';

export type ImportedPropertyLocation = { readonly location_id: number | null; readonly property_type_id: number | null };
type Type = { readonly id: number; readonly name: string; readonly category_id: number | null };
const existingNames: Readonly<Record<ExistingUnitMode, () => string>> = { leave: m.intake_existing_leave, update: m.intake_existing_update };

type Props = {
  checked: IntakeCheckResult;
  draft: RentRollDraft;
  /** The keys of the rows, in the order of the check. */
  keys: readonly string[];
  /** Checks the sheet again in its current state. */
  look: (draft: RentRollDraft) => void;
  places: Readonly<Record<string, ImportedPropertyLocation>>;
  setPlaces: (places: Readonly<Record<string, ImportedPropertyLocation>>) => void;
  types: readonly Type[];
  problem: string;
  busy: boolean;
  back: () => void;
  bring: () => void;
};

/** Every row with its result and errors, the locations of new buildings, and the one button that imports. */
export function IntakePreview({ checked, draft, keys, look, places, setPlaces, types, problem, busy, back, bring }: Props) {
  const fresh = checked.buildings.filter((one) => one.known === null && one.units > 0);
  const ready = fresh.every(({ name }) => places[name]?.location_id && places[name]?.property_type_id);
  const { fates } = checked;
  const said = [
    (fates.new > 0 || fates.update === 0) && m.intake_good({ count: fates.new }),
    fates.update > 0 && m.intake_updates({ count: fates.update }),
    fates.same > 0 && m.intake_same({ count: fates.same }),
    fates.there > 0 && m.intake_there({ count: fates.there }),
    fates.wrong > 0 && m.intake_bad({ count: fates.wrong }),
  ];
  const sent = toRentRollInput(draft).rows;
  /** All rows of that building are assigned to the suggested property. */
  const take = (name: string, meant: string) => {
    const mended = checked.rows.flatMap((row, at) =>
      toUnitNameKey(row.property) === toUnitNameKey(name) ? [[keys[at] ?? '', { ...draft.mended[keys[at] ?? ''], property: meant }] as const] : [],
    );
    look({ ...draft, mended: { ...draft.mended, ...Object.fromEntries(mended) } });
  };
  return (
    <div className={classes.stack}>
      {fresh.length > 0 && <NewProperties fresh={fresh} places={places} setPlaces={setPlaces} types={types} take={take} busy={busy} />}
      <Panel title={m.intake_preview()}>
        <div className={classes.form}>
          <Note tone={checked.bad === 0 ? 'good' : 'guard'}>{said.filter(Boolean).join(' ')}</Note>
          {(draft.existing === 'update' || fates.there > 0) && (
            <Radio.Group
              label={m.intake_existing()}
              value={draft.existing}
              onChange={(existing) => look({ ...draft, existing: existing as ExistingUnitMode })}
            >
              <Stack gap={8} mt={6}>
                {existingUnitModes.map((mode) => (
                  <Radio key={mode} value={mode} label={existingNames[mode]()} disabled={busy} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {checked.buildings.map(
            (one) =>
              one.known && (
                <p key={one.name} className={classes.quiet}>
                  {m.intake_known({ name: one.name })}
                </p>
              ),
          )}
          <IntakePreviewRows
            checked={checked}
            busy={busy}
            cellsAt={(at) => sent[at]?.cells ?? {}}
            mend={(at, cells) => look({ ...draft, mended: { ...draft.mended, [keys[at] ?? '']: cells } })}
          />
          {!ready && <Note tone="guard">{m.intake_need_place()}</Note>}
          {problem && <Note tone="bad">{problem}</Note>}
          <ImportPreviewFooter
            back={m.intake_back()}
            goBack={back}
            label={fates.update > 0 ? m.intake_bring_update({ fresh: fates.new, updates: fates.update }) : m.intake_bring({ count: fates.new })}
            apply={bring}
            busy={busy}
            disabled={checked.good === 0 || !ready}
          />
        </div>
      </Panel>
    </div>
  );
}

/** The choice for the first building is the default for the others. */
type NewProps = { fresh: readonly IntakeBuilding[]; take: (name: string, meant: string) => void } & Pick<
  Props,
  'places' | 'setPlaces' | 'types' | 'busy'
>;
function NewProperties({ fresh, places, setPlaces, types, take, busy }: NewProps) {
  const put = (name: string, changes: Partial<ImportedPropertyLocation>) => {
    const blank: ImportedPropertyLocation = { location_id: null, property_type_id: null };
    const next = Object.fromEntries(
      fresh.map((one) => {
        const now = places[one.name] ?? blank;
        const gaps = Object.fromEntries(Object.entries(changes).filter(([key]) => now[key as keyof ImportedPropertyLocation] === null));
        return [one.name, one.name === name ? { ...now, ...changes } : { ...now, ...gaps }];
      }),
    );
    setPlaces({ ...places, ...next });
  };
  return (
    <Panel title={m.intake_new_title()}>
      <div className={classes.form}>
        <p className={classes.quiet}>{m.intake_new_help()}</p>
        {fresh.map(({ name, meant }) => (
          <div key={name} className={classes.two}>
            {meant && (
              <div className={classes.meant}>
                {m.intake_almost({ name })}{' '}
                <Button size="compact-sm" variant="light" disabled={busy} onClick={() => take(name, meant)}>
                  {m.intake_meant({ name: meant })}
                </Button>
              </div>
            )}
            <LocationPicker
              label={m.intake_new_place({ name })}
              value={places[name]?.location_id ?? null}
              onChange={(id) => put(name, { location_id: id })}
            />
            <NativeSelect
              label={m.intake_new_type({ name })}
              data={[{ value: '', label: m.unit_choose() }, ...types.map((one) => ({ value: String(one.id), label: one.name }))]}
              value={String(places[name]?.property_type_id ?? '')}
              onChange={(event) => put(name, { property_type_id: Number(event.currentTarget.value) || null })}
            />
          </div>
        ))}
      </div>
    </Panel>
  );
}

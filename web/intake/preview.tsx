import { Button, NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import type { IntakeBuilding, IntakeRow, intakeCalls } from '#contract/intake/calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { shownPhone } from '#contract/kernel/phone-text.ts';
import { PlacePicker } from '#web/location/picker.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { Judged } from '#web/unit/judged.tsx';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { fieldNames } from './words.ts';

export type Checked = Answer<typeof intakeCalls.check>;
export type Placed = { readonly location_id: number | null; readonly property_type_id: number | null };
type Type = { readonly id: number; readonly name: string; readonly category_id: number | null };
const shownAtOnce = 200;

type Props = {
  checked: Checked;
  places: Readonly<Record<string, Placed>>;
  setPlaces: (places: Readonly<Record<string, Placed>>) => void;
  types: readonly Type[];
  problem: string;
  busy: boolean;
  back: () => void;
  bring: () => void;
};

/** Every row as it would become, with its errors beside it; where buildings are that are new; then the one button that writes. */
export function Preview({ checked, places, setPlaces, types, problem, busy, back, bring }: Props) {
  const fresh = checked.buildings.filter((one) => one.known === null && one.units > 0);
  const ready = fresh.every(({ name }) => places[name]?.location_id && places[name]?.property_type_id);
  return (
    <div className={classes.stack}>
      {fresh.length > 0 && <NewProperties fresh={fresh} places={places} setPlaces={setPlaces} types={types} />}
      <Panel title={m.intake_preview()}>
        <div className={classes.form}>
          <Note tone={checked.bad === 0 ? 'good' : 'guard'}>
            {m.intake_good({ count: checked.good })} {checked.bad > 0 && m.intake_bad({ count: checked.bad })}
          </Note>
          {checked.buildings.map(
            (one) =>
              one.known && (
                <p key={one.name} className={classes.quiet}>
                  {m.intake_known({ name: one.name })}
                </p>
              ),
          )}
          <Rows checked={checked} />
          {!ready && <Note tone="guard">{m.intake_need_place()}</Note>}
          {problem && <Note tone="bad">{problem}</Note>}
          <div className={classes.foot}>
            <Button variant="default" onClick={back} disabled={busy}>
              {m.intake_back()}
            </Button>
            <Button onClick={bring} loading={busy} disabled={checked.good === 0 || !ready}>
              {m.intake_bring({ count: checked.good })}
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}

/** What is said of the first is taken for those of which nothing is said yet. */
function NewProperties({ fresh, places, setPlaces, types }: { fresh: readonly IntakeBuilding[] } & Pick<Props, 'places' | 'setPlaces' | 'types'>) {
  const put = (name: string, changes: Partial<Placed>) => {
    const blank: Placed = { location_id: null, property_type_id: null };
    const next = Object.fromEntries(
      fresh.map((one) => {
        const now = places[one.name] ?? blank;
        const gaps = Object.fromEntries(Object.entries(changes).filter(([key]) => now[key as keyof Placed] === null));
        return [one.name, one.name === name ? { ...now, ...changes } : { ...now, ...gaps }];
      }),
    );
    setPlaces({ ...places, ...next });
  };
  return (
    <Panel title={m.intake_new_title()}>
      <div className={classes.form}>
        <p className={classes.quiet}>{m.intake_new_help()}</p>
        {fresh.map(({ name }) => (
          <div key={name} className={classes.two}>
            <PlacePicker
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

function Rows({ checked }: { checked: Checked }) {
  const [onlyBad, setOnlyBad] = useState(checked.bad > 0 && checked.good > 0);
  const [all, setAll] = useState(false);
  const rows = onlyBad ? checked.rows.filter((row) => row.problems.length > 0) : checked.rows;
  return (
    <>
      {checked.bad > 0 && checked.good > 0 && (
        <Switch label={m.intake_only_bad()} checked={onlyBad} onChange={(event) => setOnlyBad(event.currentTarget.checked)} />
      )}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.intake_line()}</th>
              <th scope="col">{m.intake_unit()}</th>
              <th scope="col" data-right>
                {m.intake_rent()}
              </th>
              <th scope="col">{m.intake_tenant()}</th>
              <th scope="col">{m.intake_balance()}</th>
              <th scope="col">{m.intake_result()}</th>
            </tr>
          </thead>
          <tbody>
            {(all ? rows : rows.slice(0, shownAtOnce)).map((row) => (
              <Row key={`${row.sheet} ${row.property} ${row.line} ${row.name}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {!all && rows.length > shownAtOnce && (
        <Button variant="default" onClick={() => setAll(true)}>
          {m.intake_see_all({ count: rows.length })}
        </Button>
      )}
    </>
  );
}

const balanceText = (cents: number): string => (cents > 0 ? m.intake_owed : m.intake_ahead)({ amount: kes(Math.abs(cents)) });

function Row({ row }: { row: IntakeRow }) {
  const people = [row.phone && shownPhone(row.phone), row.since && date(row.since)].filter(Boolean).join(' · ');
  return (
    <tr>
      <td>{row.line}</td>
      <td>
        <b>{row.name || m.unit_none()}</b>
        <small>{[row.property, row.unit_type].filter(Boolean).join(' · ')}</small>
      </td>
      <td data-right>{row.rent_cents === null ? m.unit_none() : kes(row.rent_cents)}</td>
      <td data-people>
        {row.tenant || (row.occupied ? m.intake_lived() : m.intake_vacant())}
        {people && <small>{people}</small>}
      </td>
      <td data-people>{row.balance_cents !== null && balanceText(row.balance_cents)}</td>
      <td className={classes.result}>
        <Judged problems={row.problems} name={(field) => fieldNames[field]()} ready={m.intake_ready()} />
      </td>
    </tr>
  );
}

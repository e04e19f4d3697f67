import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type UnitFull, unitCalls } from '#contract/unit/calls.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { m } from '#words/messages.js';
import { type Draft, draftOf, lacks, type Problems, problemsFrom, wireOf } from './draft.ts';
import { UnitFields } from './fields.tsx';
import classes from './unit.module.css';
import { changedNames } from './words.ts';

/** Changes a unit. Whoever was slower sees what differs and decides; nothing of theirs is lost. */
export function UnitEditor({ unit, close }: { unit: UnitFull; close: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(unit));
  const [revision, setRevision] = useState(unit.revision);
  const [theirs, setTheirs] = useState<UnitFull | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const choices = useCall(unitCalls.choices, {});
  const refuse = (found: Problems) => {
    setProblems(found);
    setAttempt((n) => n + 1);
  };
  const update = useAct(unitCalls.update, {
    done: close,
    handles: (problem) => {
      if (!(problem instanceof Refused)) return false;
      if (problem.status === 409 && problem.body.current) {
        setTheirs(problem.body.current as UnitFull);
        return true;
      }
      if (problem.status !== 400 || !problem.body.fields) return false;
      refuse(problemsFrom(problem.body.fields));
      return true;
    },
  });
  const save = () => {
    const found = lacks(draft, false);
    if (Object.keys(found).length > 0) return refuse(found);
    setProblems({});
    update.mutate({ id: unit.id, name: draft.name.trim(), ...wireOf(draft), revision });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <FieldErrorsSummary
        title={m.shell_check_fields()}
        attempt={attempt}
        errors={Object.entries(problems).map(([name, text]) => ({ id: `unit-${name}`, text }))}
      />
      <UnitFields
        draft={draft}
        set={(name, value) => setDraft((old) => ({ ...old, [name]: value }))}
        problems={problems}
        choices={choices.data}
        blocks={choices.data?.properties.find((one) => one.id === unit.property.id)?.blocks ?? []}
        naming={
          <TextInput
            id="unit-name"
            label={m.unit_name()}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            error={problems.name}
            maxLength={60}
          />
        }
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {m.unit_save()}
        </Button>
      </div>
      {theirs && (
        <Conflict
          mine={draft}
          theirs={draftOf(theirs)}
          keepMine={() => {
            setRevision(theirs.revision);
            setTheirs(null);
          }}
          takeTheirs={() => {
            setDraft(draftOf(theirs));
            setRevision(theirs.revision);
            setTheirs(null);
          }}
        />
      )}
    </form>
  );
}

const wireName: Readonly<Record<string, string>> = { rent: 'rent_cents', deposit: 'deposit_cents', service_charge: 'service_charge_cents' };
const shown = (value: unknown): string =>
  value === '' || value === null ? m.unit_none() : Array.isArray(value) ? m.unit_things({ count: value.length }) : String(value);

/** Field by field, what they saved and what stands in the form. */
function Conflict({ mine, theirs, keepMine, takeTheirs }: { mine: Draft; theirs: Draft; keepMine: () => void; takeTheirs: () => void }) {
  const differ = (Object.keys(mine) as (keyof Draft)[]).filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
  return (
    <ConfirmModal
      opened
      onClose={keepMine}
      title={m.unit_conflict_title()}
      confirmLabel={m.unit_conflict_theirs()}
      cancelLabel={m.unit_conflict_mine()}
      closeLabel={m.shell_close()}
      onConfirm={takeTheirs}
    >
      <p>{m.unit_conflict_text()}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.unit_conflict_field()}</th>
            <th scope="col">{m.unit_conflict_they()}</th>
            <th scope="col">{m.unit_conflict_you()}</th>
          </tr>
        </thead>
        <tbody>
          {differ.map((name) => (
            <tr key={name}>
              <td>{changedNames[wireName[name] ?? name]?.() ?? name}</td>
              <td>{shown(theirs[name])}</td>
              <td>{shown(mine[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ConfirmModal>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { formatPhone } from '#contract/kernel/phone-text.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';
import { useOccupant } from './use-occupant.ts';
import { formatRentBalance } from './words.ts';

/** The occupant from an import with arrears; personal details can be erased on request. */
export function ImportedOccupant({ unit }: { unit: UnitDetails }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState(false);
  const forget = useAction(intakeCalls.eraseOccupant, {
    inPlace: true,
    said: () => m.said_forgotten({ name: unit.name }),
    done: () => setAsked(false),
  });
  const { data } = useOccupant(unit.id);
  const one = data?.occupant;
  if (data?.left && unit.may_edit) return <Left left={data.left} />;
  if (!one) return null;
  const { balance_cents: balance, deposit_held_cents: held } = one;
  const owed = balance === null ? m.unit_none() : formatRentBalance(balance);
  return (
    <Panel title={m.intake_lives_title()}>
      <DefinitionList
        items={[
          { label: m.intake_tenant(), value: one.name },
          { label: m.intake_phone(), value: one.phone ? <a href={`tel:${one.phone}`}>{formatPhone(one.phone)}</a> : m.unit_none() },
          { label: m.intake_since(), value: one.since ? formatDate(one.since) : m.unit_none() },
          { label: m.intake_balance(), value: one.as_of ? `${owed} (${formatDate(one.as_of)})` : owed },
          { label: m.intake_deposit_held(), value: held === null ? m.unit_none() : formatKes(held) },
        ]}
      />
      <p className={classes.quiet}>{m.intake_lives_help()}</p>
      {unit.may_edit && isAllowed(intakeCalls.eraseOccupant.needs, visitor) && (
        <div className={classes.foot}>
          <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
            {m.intake_forget()}
          </Button>
        </div>
      )}
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.intake_forget_title()}
        confirmLabel={m.intake_forget()}
        cancelLabel={m.intake_keep()}
        closeLabel={m.shell_close()}
        danger
        loading={forget.isPending}
        problem={forget.problem}
        onConfirm={() => forget.mutate({ id: one.id })}
      >
        {m.intake_forget_text()}
      </ConfirmModal>
    </Panel>
  );
}

type LeftOf = NonNullable<CallResult<typeof intakeCalls.occupant>['left']>;
/** Undoes a mistaken "vacant" report on the same page. */
function Left({ left }: { left: LeftOf }) {
  const back = useAction(intakeCalls.moveBackIn, {
    inPlace: true,
    touches: [unitCalls, propertyCalls, listingCalls],
    said: () => m.said_back({ name: left.name }),
  });
  return (
    <Panel title={m.intake_lives_title()}>
      <p className={classes.quiet}>{m.intake_left({ name: left.name, date: formatDate(left.at), until: formatDateTime(left.until) })}</p>
      {back.problem && <Note tone="bad">{back.problem}</Note>}
      <div className={classes.foot}>
        <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => back.mutate({ id: left.id })}>
          {m.intake_moves_back({ name: left.name })}
        </Button>
      </div>
    </Panel>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { meterCalls } from '#contract/meter/calls.ts';
import type { MeterKind } from '#contract/meter/kinds.ts';
import type { MeterCycle } from '#contract/meter/shapes.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatMonth } from '#web/ui/format.ts';
import { IconLock } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';

type Of = { property: number; kind: MeterKind; month: string; cycle: MeterCycle; missing: number };

/** Reviews or locks a month. A dialog explains it first, because a locked month is billed. */
export function ReadingCycleActions({ property, kind, month, cycle, missing }: Of) {
  const [locking, lock] = useState(false);
  const of = { property_id: property, kind, month };
  const turn = useAction(meterCalls.changeCycleStatus, {
    said: ({ status }) => (status === 'review' ? m.meter_said_review() : m.meter_said_reopen()),
  });
  const close = useAction(meterCalls.changeCycleStatus, {
    inPlace: true,
    said: ({ lines }) => m.meter_said_locked({ count: lines }),
    done: () => lock(false),
  });
  const named = formatMonth(`${month}-01`);
  return (
    <>
      {cycle.moves.includes('reopen') && (
        <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate({ ...of, move: 'reopen' })}>
          {m.meter_reopen()}
        </Button>
      )}
      {cycle.moves.includes('review') && (
        <Button loading={turn.isPending} onClick={() => turn.mutate({ ...of, move: 'review' })}>
          {m.meter_review()}
        </Button>
      )}
      {cycle.moves.includes('lock') && (
        <Button leftSection={<IconLock size={16} aria-hidden />} onClick={() => lock(true)}>
          {m.meter_lock({ month: named })}
        </Button>
      )}
      <ConfirmModal
        opened={locking}
        onClose={() => lock(false)}
        title={m.meter_lock_title({ month: named })}
        confirmLabel={m.meter_lock({ month: named })}
        cancelLabel={m.meter_lock_keep()}
        closeLabel={m.shell_close()}
        loading={close.isPending}
        problem={close.problem}
        onConfirm={() => close.mutate({ ...of, move: 'lock', without: missing > 0 })}
      >
        <p>{m.meter_lock_text()}</p>
        {missing > 0 && <p>{m.meter_lock_missing({ count: missing })}</p>}
      </ConfirmModal>
    </>
  );
}

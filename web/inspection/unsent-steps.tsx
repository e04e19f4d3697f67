import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import type { DeviceUserId } from './offline-store.ts';
import { readAllOfflineInspections, readAllPendingSteps } from './offline-store.ts';
import { sendPendingSteps } from './send-queue.ts';

type Waiting = { readonly id: number; readonly code: string; readonly count: number; readonly since: string };
/** A phone may delete a page's data after a week without a visit. */
const oldMs = 3 * dayMs;

async function waitingOf(person: DeviceUserId): Promise<Waiting[]> {
  const codes = new Map((await readAllOfflineInspections(person)).map(({ one }) => [one.id, one.code]));
  const steps = Map.groupBy(await readAllPendingSteps(person), (step) => step.inspection);
  return [...steps].map(([id, all]) => ({ id, code: codes.get(id) ?? '', count: all.length, since: all[0]?.at ?? '' }));
}

/** Unsent steps of this device with their age; they are sent as soon as there is a network. */
export function UnsentSteps() {
  const { user } = useApp();
  const { link } = useDashboard();
  const person = user?.id ?? null;
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [busy, setBusy] = useState(false);
  const go = useCallback(async () => {
    const found = await waitingOf(person).catch(() => []);
    setWaiting(found);
    for (const { id } of found) await sendPendingSteps(person, id);
    if (found.length > 0) setWaiting(await waitingOf(person));
  }, [person]);
  useEffect(() => {
    void go();
    const online = () => void go();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [go]);
  if (waiting.length === 0) return null;
  const old = waiting.some(({ since }) => clock.ms() - Date.parse(since) > oldMs);
  const now = () => {
    setBusy(true);
    void go().finally(() => setBusy(false));
  };
  return (
    <Note tone={old ? 'bad' : 'guard'}>
      <div className={classes.stack}>
        {waiting.map(({ id, code, count, since }) => (
          <span key={id}>
            {code ? <AppLink href={link('inspection.detail', { inspection_id: id, code })}>{code}</AppLink> : m.inspection_one()}:{' '}
            {m.inspection_unsent({ count, when: formatDateTime(since) })}
          </span>
        ))}
        {old && m.inspection_unsent_old()}
        <div>
          <Button size="compact-sm" variant="default" loading={busy} onClick={now}>
            {m.inspection_send_now()}
          </Button>
        </div>
      </div>
    </Note>
  );
}

import { useCallback, useEffect, useState } from 'react';
import type { InspectionFull } from '#contract/inspection/calls.ts';
import { useApp } from '#web/layout/app.tsx';
import { withSteps } from './steps.ts';
import type { DeviceUser } from './store.ts';
import { deviceName, formOf, pending, refreshForm, type Taken } from './store.ts';
import { letGo, lowRoom, roomLeft, takeAlong } from './take.ts';

type Here = Taken & { /** Steps of this device that have not arrived. */ readonly waiting: number };

/** What was taken along, with everything that was done on it here since: closing the browser loses nothing, and shows nothing as lost. */
async function asItLies(person: DeviceUser, id: number): Promise<Here | null> {
  const [form, steps] = [await formOf(person, id), await pending(person, id)];
  return form && { ...form, one: withSteps(form.one, steps, deviceName()), waiting: steps.length };
}

/** Whether an inspection lies on this device: undefined until it was looked, null where it does not. */
export function useTaken(id: number): { taken: Here | null | undefined; look: () => Promise<void> } {
  const { user } = useApp();
  const person = user?.id ?? null;
  const [taken, setTaken] = useState<Here | null>();
  const look = useCallback(async () => setTaken(await asItLies(person, id).catch(() => null)), [person, id]);
  useEffect(() => void look(), [look]);
  return { taken, look };
}

/** Taking an inspection along and letting it go again, by the page it is read on. */
export function useAlong(one: InspectionFull, title: string, { taken, look }: ReturnType<typeof useTaken>, offline: boolean) {
  const { user } = useApp();
  const person = user?.id ?? null;
  const [busy, setBusy] = useState(false);
  const [low, setLow] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = useCallback(() => {
    setBusy(true);
    setFailed(false);
    void takeAlong(person, one, window.location.pathname, title)
      .catch(() => setFailed(true))
      .then(look)
      .finally(() => setBusy(false));
  }, [person, one, title, look]);
  useEffect(() => void roomLeft().then((left) => setLow(left < lowRoom)), []);
  // What lies here is as the house knows it; where nothing is left to fill in, it goes.
  const lies = Boolean(taken);
  useEffect(() => {
    if (!lies || offline) return;
    if (one.may.work) void refreshForm(person, one);
    else void letGo(person, one.id, window.location.pathname).then(look);
  }, [lies, offline, person, one, look]);
  const go = useCallback(() => void letGo(person, one.id, window.location.pathname).then(look), [person, one.id, look]);
  return { taken, take, letGo: go, busy, low, failed };
}
export type Along = ReturnType<typeof useAlong>;

import { useCallback, useEffect, useState } from 'react';
import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { useApp } from '#web/layout/app.tsx';
import type { DeviceUserId } from './offline-store.ts';
import { ensureDeviceId, type OfflineInspection, readOfflineInspection, readPendingSteps, refreshOfflineInspection } from './offline-store.ts';
import { lowStorageBytes, readFreeStorage, removeInspectionOffline, saveInspectionOffline } from './save-offline.ts';
import { applyPendingSteps } from './steps.ts';

type Here = OfflineInspection & { /** Unsent steps of this device. */ readonly waiting: number };

/** The saved inspection with all steps done here since, so that closing the browser loses nothing. */
async function asItLies(person: DeviceUserId, id: number): Promise<Here | null> {
  const [form, steps] = [await readOfflineInspection(person, id), await readPendingSteps(person, id)];
  return form && { ...form, one: applyPendingSteps(form.one, steps, ensureDeviceId()), waiting: steps.length };
}

/** Whether an inspection is saved on this device: undefined while loading, null if it is not. */
export function useOfflineInspection(id: number): { taken: Here | null | undefined; look: () => Promise<void> } {
  const { user } = useApp();
  const person = user?.id ?? null;
  const [taken, setTaken] = useState<Here | null>();
  const look = useCallback(async () => setTaken(await asItLies(person, id).catch(() => null)), [person, id]);
  useEffect(() => void look(), [look]);
  return { taken, look };
}

/** Saves an inspection offline and removes it again, from its page. */
export function useOfflineSaving(one: InspectionDetails, title: string, { taken, look }: ReturnType<typeof useOfflineInspection>, offline: boolean) {
  const { user } = useApp();
  const person = user?.id ?? null;
  const [busy, setBusy] = useState(false);
  const [low, setLow] = useState(false);
  const [failed, setFailed] = useState(false);
  const take = useCallback(() => {
    setBusy(true);
    setFailed(false);
    void saveInspectionOffline(person, one, window.location.pathname, title)
      .catch(() => setFailed(true))
      .then(look)
      .finally(() => setBusy(false));
  }, [person, one, title, look]);
  useEffect(() => void readFreeStorage().then((left) => setLow(left < lowStorageBytes)), []);
  // The saved copy is updated from the server, and removed when nothing is left to fill in.
  const lies = Boolean(taken);
  useEffect(() => {
    if (!lies || offline) return;
    if (one.may.work) void refreshOfflineInspection(person, one);
    else void removeInspectionOffline(person, one.id, window.location.pathname).then(look);
  }, [lies, offline, person, one, look]);
  const go = useCallback(() => void removeInspectionOffline(person, one.id, window.location.pathname).then(look), [person, one.id, look]);
  return { taken, take, letGo: go, busy, low, failed };
}
export type OfflineSaving = ReturnType<typeof useOfflineSaving>;

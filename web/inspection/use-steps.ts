import { useCallback, useEffect, useRef, useState } from 'react';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { send } from '#web/client/client.ts';
import { useReplaceCallResult } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { m } from '#words/messages.js';
import { addBeginStep, addOperationSteps, addPhotoStep, ensureDeviceId, readPendingSteps, refreshOfflineInspection } from './offline-store.ts';
import type { ResizedImage } from './resize-image.ts';
import { minimumPhotoStorageBytes, readFreeStorage } from './save-offline.ts';
import { sendPendingSteps } from './send-queue.ts';
import type { OfflineStep, PhotoStep } from './step.ts';
import { applyPendingSteps } from './steps.ts';

/** The pause in milliseconds after the last step before the server's state is loaded. */
const quietMs = 1500;

/** Stores every step on the device before sending it. Unsent steps are retried when the network returns and when the page is opened again. */
export function useInspectionSteps(one: InspectionDetails) {
  const { user } = useApp();
  const person = user?.id ?? null;
  const put = useReplaceCallResult(inspectionCalls.details);
  const [steps, setSteps] = useState<readonly OfflineStep[]>([]);
  // Steps that arrived since the server's last state: shown until the next state includes them, so that nothing disappears briefly.
  const [sent, setSent] = useState<readonly OfflineStep[]>([]);
  const [problem, setProblem] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const counted = useRef(0);
  const look = useCallback(async () => setSteps(await readPendingSteps(person, one.id)), [person, one.id]);

  const ask = useCallback(async () => {
    const upto = counted.current;
    const fresh = await send(inspectionCalls.details, { id: one.id }).catch(() => null);
    if (!fresh) return;
    await refreshOfflineInspection(person, fresh);
    put({ id: one.id }, fresh);
    counted.current -= upto;
    setSent((all) => all.slice(upto));
  }, [person, one.id, put]);

  const go = useCallback(async (): Promise<boolean> => {
    const { left, problem: said, sent: arrived } = await sendPendingSteps(person, one.id);
    if (said) setProblem(said);
    counted.current += arrived.length;
    setSent((all) => [...all, ...arrived]);
    await look();
    if (arrived.length > 0 || said) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void ask(), quietMs);
    }
    return left === 0 && said === '';
  }, [person, one.id, look, ask]);

  useEffect(() => {
    void look().then(() => go());
    const online = () => void go();
    window.addEventListener('online', online);
    const again = setInterval(online, 30_000);
    return () => {
      window.removeEventListener('online', online);
      clearInterval(again);
    };
  }, [look, go]);

  const kept = async (work: Promise<void>) => {
    setProblem('');
    try {
      await work;
    } catch {
      return setProblem(m.inspection_not_kept());
    }
    await look();
    await go();
  };
  const sayAll = (ops: readonly InspectionOperation[]) => kept(addOperationSteps(person, one.id, ops));
  const say = (op: InspectionOperation) => sayAll([op]);
  const begin = () => kept(addBeginStep(person, one.id));
  const show = async (item: string, { blob, sha256 }: ResizedImage, way: 'camera' | 'gallery', spot?: PhotoStep['spot']) => {
    if ((await readFreeStorage()) < minimumPhotoStorageBytes) return setProblem(m.inspection_no_room());
    await kept(addPhotoStep(person, one.id, { item, sha256, blob, way, spot }));
  };
  const device = ensureDeviceId();
  return {
    now: applyPendingSteps(one, [...sent, ...steps], device),
    steps,
    unseen: [...sent, ...steps],
    problem,
    say,
    sayAll,
    show,
    begin,
    go,
    device,
  };
}

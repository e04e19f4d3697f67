import { useEffect, useRef, useState } from 'react';
import type { Progress } from '#contract/payment/shapes.ts';

const retryMs = 5_000;
/** The money is there before it is put to an invoice: what is shown beside it is read again so much later. */
const settledMs = [2_500, 8_000] as const;

/**
 * How the payment of this code stands, asked again as long as the server says it is worth it. The code stands in the address, so a reload,
 * another tab or the same link on another phone shows the same; while nobody looks at the window nothing is asked.
 */
export function useProgress(
  code: string | null,
  look: (code: string) => Promise<Progress>,
  before: Progress | null,
  changed: (to: Progress) => void,
) {
  const [found, setFound] = useState<Progress | null>(before);
  const latest = useRef({ look, changed });
  latest.current = { look, changed };
  const told = useRef(before?.status);
  useEffect(() => {
    if (code === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const afterwards: ReturnType<typeof setTimeout>[] = [];
    let over = false;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), ms);
    };
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      // A line that is down changes nothing about the payment: it is asked again.
      const answer = await latest.current.look(code).catch(() => null);
      if (over) return;
      if (!answer) return later(retryMs);
      setFound(answer);
      if (told.current !== answer.status) {
        told.current = answer.status;
        latest.current.changed(answer);
        if (answer.status === 'completed') for (const ms of settledMs) afterwards.push(setTimeout(() => latest.current.changed(answer), ms));
      }
      if (answer.again_in !== null) later(answer.again_in * 1000);
    };
    const seen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      over = true;
      clearTimeout(timer);
      for (const one of afterwards) clearTimeout(one);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [code]);
  return found?.code === code ? found : null;
}

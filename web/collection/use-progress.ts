import { useEffect, useRef, useState } from 'react';
import type { PaymentProgress } from '#contract/collection/shapes.ts';

const retryMs = 5_000;
/** The sheet updates when the payment is answered, and again when it is allocated. */
const markOf = (one: PaymentProgress | null): string => (one ? `${one.status} ${one.left_cents}` : '');

/**
 * Polls the progress of the payment with this code while the server expects a change. The code is in the address, so a reload, another tab or the
 * same link on another phone shows the same. Polling pauses while the window is hidden.
 */
export function usePaymentProgress(
  code: string | null,
  look: (code: string) => Promise<PaymentProgress>,
  before: PaymentProgress | null,
  changed: (to: PaymentProgress) => void,
) {
  const [found, setFound] = useState<PaymentProgress | null>(before);
  const latest = useRef({ look, changed });
  latest.current = { look, changed };
  const told = useRef(markOf(before));
  useEffect(() => {
    if (code === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), ms);
    };
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      // A lost connection changes nothing about the payment; it is polled again.
      const answer = await latest.current.look(code).catch(() => null);
      if (over) return;
      if (!answer) return later(retryMs);
      setFound(answer);
      if (told.current !== markOf(answer)) {
        told.current = markOf(answer);
        latest.current.changed(answer);
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
      document.removeEventListener('visibilitychange', seen);
    };
  }, [code]);
  return found?.code === code ? found : null;
}

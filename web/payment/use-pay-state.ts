import { useEffect, useRef, useState } from 'react';
import { clock } from '#contract/time/clock.ts';
import { type PayState, payView } from './pay-view.ts';

/**
 * How the payment of this code stands, asked again until nothing more will change. The code stands in the address, so a reload, another tab
 * or the same link on another phone shows the same; while nobody looks at the window nothing is asked.
 */
export function usePayState(code: string | null, look: (code: string) => Promise<PayState>, before: PayState | null, changed: (to: PayState) => void) {
  const [state, setState] = useState<PayState | null>(before);
  const [now, setNow] = useState(() => clock.now().getTime());
  const latest = useRef({ look, changed });
  latest.current = { look, changed };
  const shown = useRef<{ code: string | null; state: PayState | null }>({ code, state: before });
  useEffect(() => {
    if (shown.current.code !== code) {
      shown.current = { code, state: null };
      setState(null);
    }
    if (code === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const later = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), ms);
    };
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      // A line that is down changes nothing about the payment: it is asked again.
      const found = await latest.current.look(code).catch(() => null);
      if (over) return;
      const time = clock.now().getTime();
      setNow(time);
      if (!found) return later(retryMs);
      const was = shown.current.state?.status;
      shown.current = { code, state: found };
      setState(found);
      if (was !== found.status) latest.current.changed(found);
      const { next } = payView(found, time);
      if (next !== null) later(next);
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
  return { state, now };
}
const retryMs = 5_000;

import { useEffect, useRef, useState } from 'react';
import type { Progress } from '#contract/collection/shapes.ts';

const retryMs = 5_000;
/** It changes when it is answered, and once more when it was put to what it is for. */
const markOf = (one: Progress | null): string => (one ? `${one.status} ${one.left_cents}` : '');

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
      // A line that is down changes nothing about the payment: it is asked again.
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

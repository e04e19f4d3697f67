import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Chip = { readonly key: string; readonly label: string; readonly on?: string | undefined };
const gap = 8;

/**
 * The chips that fit in one line: those that are on, and of the others the first that fit. The parameters are the width of each chip, the width of
 * the button for the rest, and the width of the row.
 */
export function selectFittingChips(chips: readonly { readonly on: boolean; readonly width: number }[], more: number, room: number): boolean[] {
  const shown = chips.map(() => true);
  const wide = (extra: number) => chips.reduce((sum, chip, at) => (shown[at] ? sum + chip.width + gap : sum), extra - gap);
  if (wide(0) <= room) return shown;
  for (let at = chips.length - 1; at >= 0 && wide(more + gap) > room; at--) if (!chips[at]?.on) shown[at] = false;
  return shown;
}

/** Measures the chips of a row before they are painted; its last child is the button for those that do not fit. */
export function useFittingChips(chips: readonly Chip[]): {
  row: RefObject<HTMLDivElement | null>;
  measuring: boolean;
  shown: (key: string) => boolean;
} {
  const row = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [fit, setFit] = useState<{ readonly asked: string; readonly hidden: ReadonlySet<string> }>({ asked: '', hidden: new Set() });
  const asked = `${room}\n${chips.map(({ key, label, on }) => `${key} ${on ?? label}`).join('\n')}`;
  // On a phone the row is hidden and has no width, so nothing is measured.
  const measuring = room > 0 && fit.asked !== asked;
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!measuring || !row.current) return;
    const widths = [...row.current.children].map((child) => child.getBoundingClientRect().width);
    const more = widths[chips.length] ?? 0;
    const shown = selectFittingChips(
      chips.map(({ on }, at) => ({ on: on !== undefined, width: widths[at] ?? 0 })),
      more,
      room,
    );
    setFit({ asked, hidden: new Set(chips.filter((_, at) => !shown[at]).map(({ key }) => key)) });
  });
  return { row, measuring, shown: (key) => measuring || !fit.hidden.has(key) };
}

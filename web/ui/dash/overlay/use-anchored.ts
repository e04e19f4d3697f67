import { useId, useRef, useState } from 'react';

/** A button and its menu or dialog: the attributes of the button, and the data that the menu needs about the button. */
export function useAnchoredOverlay<E extends HTMLElement>(kind: 'menu' | 'dialog') {
  const id = useId();
  const from = useRef<E>(null);
  const [opened, setOpened] = useState(false);
  const button = {
    id,
    ref: from,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    ...(opened ? { 'aria-controls': `${id}-dropdown`, 'data-expanded': true } : {}),
    onClick: () => setOpened(!opened),
  } as const;
  return { button, hung: { id, from, opened, setOpened } };
}

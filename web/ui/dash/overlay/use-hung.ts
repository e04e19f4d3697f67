import { useId, useRef, useState } from 'react';

/** A button and what hangs from it: what the button says of it, and what that has to know of the button. */
export function useHung<E extends HTMLElement>(kind: 'menu' | 'dialog') {
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

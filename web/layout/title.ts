import { useEffect, useSyncExternalStore } from 'react';

/** A view sets a better title than its screen's (the record's name) here; root.tsx shows it. */
let current: string | null = null;
const listeners = new Set<() => void>();
const set = (title: string | null) => {
  current = title;
  for (const tell of listeners) tell();
};

export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    set(title);
    return () => set(null);
  }, [title]);
}

export const useCurrentTitle = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );

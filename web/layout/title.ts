import { useEffect, useSyncExternalStore } from 'react';

/** A view that knows a better title than its screen's (the record's name) puts it here; root.tsx shows it. */
let current: string | null = null;
const listeners = new Set<() => void>();
const set = (title: string | null) => {
  current = title;
  for (const tell of listeners) tell();
};

export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    set(title);
    return () => set(null);
  }, [title]);
}

export const useShownTitle = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );

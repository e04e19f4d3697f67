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

/** Screens' names from their table. Frames that show them bring the table (dashboards, signing in); public pages name themselves and need none of it. */
let naming: (key: string) => string | null = () => null;
export const nameScreensBy = (by: typeof naming): void => {
  naming = by;
};
export const screenName = (key: string): string | null => naming(key);

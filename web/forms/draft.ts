import { useEffect } from 'react';

/**
 * What was typed into a long form stays in this tab until it is saved or thrown away: a reload, a wrong click or a session that ended loses nothing.
 * In the tab alone, since it may name people. A browser that keeps nothing starts empty.
 */
export function readDraft<T extends object>(key: string, blank: T): T {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return kept !== null && typeof kept === 'object' ? { ...blank, ...kept } : blank;
  } catch {
    return blank;
  }
}
export function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
export function useDraft(key: string, { values, changed }: { readonly values: object; readonly changed: boolean }): void {
  useEffect(() => {
    if (!changed) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // As above.
    }
  }, [key, values, changed]);
}

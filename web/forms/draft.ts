import { useEffect } from 'react';

/**
 * The unsaved input of a long form stays in this tab until it is saved or discarded, so that a reload, a wrong click or an expired session loses
 * nothing. It is stored for the tab only, because it may name people. A browser that blocks storage starts with an empty form.
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
export function discardDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no draft to remove.
  }
}
export function useDraft(key: string, { values, changed }: { readonly values: object; readonly changed: boolean }): void {
  useEffect(() => {
    if (!changed) return;
    try {
      sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // Storage is blocked, so the input lasts as long as the page.
    }
  }, [key, values, changed]);
}

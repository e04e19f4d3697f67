import { useEffect } from 'react';

const read = (key: string): object => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') as object | null) ?? {};
  } catch {
    return {};
  }
};

/** Input from before a reload, on top of the start values, for fields that the form still has. It is stored for this tab only. */
export const readFormStartValues = <T extends object>(key: string, blank: T): T => {
  const kept = Object.entries(read(key)).filter(([name, value]) => name in blank && typeof value === typeof blank[name as keyof T]);
  return { ...blank, ...Object.fromEntries(kept) };
};
export function useStoreFormInput(key: string, values: object, changed: boolean): void {
  useEffect(() => {
    try {
      if (changed) sessionStorage.setItem(key, JSON.stringify(values));
    } catch {
      // Without storage in this tab, the input lasts as long as the page.
    }
  }, [key, values, changed]);
}
export const clearStoredFormInput = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
};

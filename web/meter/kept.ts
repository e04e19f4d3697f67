const prefix = 'meter-typed:';

/** What was typed and not sent yet, for this tab: a reload in a stairwell without a network does not lose a round. */
export function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}
export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(prefix + key, value);
  } catch {
    // No storage on this device: it stands in the field as long as that does.
  }
}
export function forget(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // No storage on this device: nothing was kept.
  }
}

const prefix = 'meter-typed:';

/** Saves input that was not sent, for this tab: a reload without a network does not lose the values of a round. */
export function readSavedReadingInput(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}
export function saveReadingInput(key: string, value: string): void {
  try {
    sessionStorage.setItem(prefix + key, value);
  } catch {
    // Without storage on this device the input is kept only while the field is open.
  }
}
export function clearReadingInput(key: string): void {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // No storage on this device: nothing was kept.
  }
}

import { toastDurations } from '#contract/constants.ts';

/** The sound setting belongs to the device, so it is stored in the browser. */
const key = 'makao-sound';
const stored = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const isSoundOn = (): boolean => stored() !== 'off';

export function setSoundOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // A browser that keeps nothing plays the sound.
  }
}

/** Browsers block sound on a page without user interaction; the error is ignored. */
export function playSound(): void {
  if (!isSoundOn()) return;
  const audio = new Audio('/notify.wav');
  void audio.play().catch(() => undefined);
  setTimeout(() => audio.pause(), toastDurations.live.soundStopMs);
}

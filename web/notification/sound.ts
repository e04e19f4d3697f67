import { toast } from '#contract/constants.ts';

/** Whether messages make a sound is a matter of the place one sits in, so it is kept in the browser. */
const key = 'makao-sound';
const stored = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const soundIsOn = (): boolean => stored() !== 'off';

export function setSound(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // A browser that keeps nothing plays the sound.
  }
}

/** A page that nobody has touched yet may not make a sound; the browser says no and that is all. */
export function ring(): void {
  if (!soundIsOn()) return;
  const audio = new Audio('/notify.wav');
  void audio.play().catch(() => undefined);
  setTimeout(() => audio.pause(), toast.live.soundStopMs);
}

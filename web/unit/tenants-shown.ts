import { useState } from 'react';

const key = 'makao.units.tenants';
const kept = (): boolean => {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    // If the browser stores nothing, the column shows while the page is open.
    return false;
  }
};

/** Whether the unit list shows occupants; saved on this device. */
export function useShowOccupants(mayKnow: boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(kept);
  const set = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(key, next ? 'on' : 'off');
    } catch {
      // Storage is blocked, so the choice lasts as long as the page.
    }
  };
  return [mayKnow && on, set];
}

import { useSyncExternalStore } from 'react';
import { PHONE_QUERY } from '../theme/tokens.ts';

const query = () => matchMedia(PHONE_QUERY);
const subscribe = (listener: () => void) => {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the phone shell is shown; undefined while the server renders, when both forms are sent and CSS hides one. */
export const useIsPhone = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => query().matches,
    () => undefined,
  );

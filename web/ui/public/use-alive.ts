import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** True once scripts run. What would be a dead button without them is not drawn before. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

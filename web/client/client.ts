import { makeApiClient } from './send.ts';
import { fetchToken, redirectToSignIn } from './session.ts';

/** The one client of the API in this browser tab. */
export const { send } = makeApiClient({
  fetch: (...given) => fetch(...given),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.now(),
  freshToken: fetchToken,
  signedOut: () => void redirectToSignIn(),
});

import { createContext } from 'react';
import { send } from './client.ts';

/** How acts are sent. Inside a dashboard it also asks for the password again where the server requires it (web/identity/fresh-session.tsx). */
export const SendContext = createContext<typeof send>(send);

/** The user closed the password dialog: nothing was done, and no message is needed. */
export class ConfirmationCancelledError extends Error {}

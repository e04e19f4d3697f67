import { createContext } from 'react';
import { send } from './client.ts';

/** How acts are sent. Inside a dashboard it also asks for the password again where the server wants proof (web/identity/fresh.tsx). */
export const SendContext = createContext<typeof send>(send);

/** The person closed the dialog that asked for proof: nothing was done, and nothing needs to be said. */
export class NotProved extends Error {}

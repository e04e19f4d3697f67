import { pocketNames } from './labels.ts';

/** What a company has, by the account of the books it stands on. */
export const pocketName = (code: number): string => pocketNames[code]?.() ?? String(code);

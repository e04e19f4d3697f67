import { openedFor, opens } from '#server/kernel/opened.ts';

const what = 'inspection-report';
/** An address that opens the report for an hour: whoever got it could see the inspection. */
export const reportPath = (secret: string, id: number): string => `/files/inspection/${id}?${openedFor(secret, what, id)}`;
export const mayRead = (secret: string, id: number, given: Readonly<Record<string, unknown>>): boolean => opens(secret, what, id, given);

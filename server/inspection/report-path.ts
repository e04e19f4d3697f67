import { isSignedUrlValid, signedUrlQuery } from '#server/kernel/signed-url.ts';

const what = 'inspection-report';
/** The address of the report, which works for an hour. It is given only to callers who may see the inspection. */
export const reportPath = (secret: string, id: number): string => `/files/inspection/${id}?${signedUrlQuery(secret, what, id)}`;
export const mayRead = (secret: string, id: number, given: Readonly<Record<string, unknown>>): boolean => isSignedUrlValid(secret, what, id, given);

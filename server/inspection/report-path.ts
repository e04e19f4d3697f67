import { isSignedUrlValid, signedUrlQuery } from '#server/kernel/signed-url.ts';

const what = 'inspection-report';
/** The address of the PDF report, valid for an hour. Only callers who may see the inspection get it. */
export const reportPath = (secret: string, id: number): string => `/files/inspection/${id}?${signedUrlQuery(secret, what, id)}`;
export const mayReadReport = (secret: string, id: number, given: Readonly<Record<string, unknown>>): boolean =>
  isSignedUrlValid(secret, what, id, given);

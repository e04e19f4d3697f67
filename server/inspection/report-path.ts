import { isSignedUrlValid, makeSignedUrlQuery } from '#server/kernel/signed-url.ts';

const what = 'inspection-report';
/** The address of the PDF report, valid for an hour. Only callers who may see the inspection get it. */
export const buildInspectionReportPath = (secret: string, id: number): string => `/files/inspection/${id}?${makeSignedUrlQuery(secret, what, id)}`;
export const isInspectionReportLinkValid = (secret: string, id: number, given: Readonly<Record<string, unknown>>): boolean =>
  isSignedUrlValid(secret, what, id, given);

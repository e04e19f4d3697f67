import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { disputedItemsSchema, InspectionDetails } from './shapes.ts';

const base = '/api/v2/inspection' as const;
/** A truncated link counts as a wrong link and gets the same answer. */
const text = z.string().min(1).max(200);

/** The inspection report of a home for an occupant without an account, who is identified by link and code. */
export const inspectionGuestCalls = {
  knock: call({
    method: 'POST',
    path: `${base}/guest_code/`,
    summary: 'Request the code that opens a report by its link; it is sent to the phone number of the tenancy',
    needs: 'anyone',
    body: z.strictObject({ token: text }),
    result: z.object({ /** The end of the phone number or email address that received the code. */ to: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'inspection',
    step: true,
  }),
  enter: call({
    method: 'POST',
    path: `${base}/guest_enter/`,
    summary: 'Open a report with its link and code; access is valid for one day',
    needs: 'anyone',
    body: z.strictObject({ token: text, code: z.string().trim().min(1).max(12) }),
    result: z.object({ pass: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'inspection',
    step: true,
    secret: true,
  }),
  guestDetails: call({
    method: 'GET',
    path: `${base}/guest_inspection/`,
    summary: 'Get the report as an occupant without an account',
    needs: 'anyone',
    query: z.object({ pass: text }),
    result: InspectionDetails,
    fails: ['notFound'],
  }),
  guestAnswer: call({
    method: 'POST',
    path: `${base}/guest_answer/`,
    summary: 'Dispute items of a report as an occupant without an account and accept the others',
    needs: 'anyone',
    body: z.strictObject({ pass: text, disputed: disputedItemsSchema }),
    result: InspectionDetails,
    fails: ['notFound', 'wrongState'],
    document: 'inspection',
  }),
} as const;

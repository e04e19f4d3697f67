import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { disputed, InspectionFull } from './shapes.ts';

const base = '/api/v2/inspection' as const;
/** A link that was cut is a wrong link, and says the same. */
const text = z.string().min(1).max(200);

/** What somebody without an account does with the report about the home they live in: a link and a code show who it is. */
export const inspectionGuestCalls = {
  knock: call({
    method: 'POST',
    path: `${base}/guest_code/`,
    summary: 'Ask for the code that opens a report by its link; it goes to the number the tenancy has',
    needs: 'anyone',
    body: z.strictObject({ token: text }),
    result: z.object({ /** The end of the number or the address it went to. */ to: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'inspection',
    step: true,
  }),
  enter: call({
    method: 'POST',
    path: `${base}/guest_enter/`,
    summary: 'Open a report with link and code; the pass is good for a day',
    needs: 'anyone',
    body: z.strictObject({ token: text, code: z.string().trim().min(1).max(12) }),
    result: z.object({ pass: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'inspection',
    step: true,
    secret: true,
  }),
  guestOne: call({
    method: 'GET',
    path: `${base}/guest_inspection/`,
    summary: 'The report, for whoever lives there without an account',
    needs: 'anyone',
    query: z.object({ pass: text }),
    result: InspectionFull,
    fails: ['notFound'],
  }),
  guestAnswer: call({
    method: 'POST',
    path: `${base}/guest_answer/`,
    summary: 'Say without an account which items are not so; the rest is agreed to',
    needs: 'anyone',
    body: z.strictObject({ pass: text, disputed }),
    result: InspectionFull,
    fails: ['notFound', 'wrongState'],
    document: 'inspection',
  }),
} as const;

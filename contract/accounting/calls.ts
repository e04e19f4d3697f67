import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { buildFilterSchema, buildListSchema, day, dayRange, id, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { worksheetStates } from './kinds.ts';
import { AccountWorksheet, ClientMoney, ClientMoneyCertificate, WorksheetOfDay } from './shapes.ts';

const base = '/api/v2/accounting' as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;
const acting = { method: 'POST', needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, document: 'ledger' } as const;
const address = z.object({ address: z.string() });

/** Reconciliation worksheets, and certificates of the client money. */
export const accountingCalls = {
  listAccounts: call({
    method: 'GET',
    path: `${base}/accounts/`,
    summary: 'List the bank and paybill accounts of the platform with the last day that a signed worksheet covers',
    needs: reads,
    result: z.object({
      results: z.array(z.object({ id: z.number(), name: z.string(), number: z.string(), fund: z.string(), signed_to: day.nullable() })),
    }),
    fails: [],
  }),
  listWorksheets: call({
    method: 'GET',
    path: `${base}/worksheets/`,
    summary: 'List reconciliation worksheets, newest first',
    needs: reads,
    /** `waiting`: prepared by another person, and the caller may sign it. */
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: z.enum(worksheetStates), waiting: z.enum(['true']), account_id: id, ...dayRange }),
    }),
    result: buildListSchema(AccountWorksheet),
    fails: [],
  }),
  readWorksheet: call({
    method: 'GET',
    path: `${base}/worksheet/`,
    summary:
      'Get the reconciliation of an account for a day, with the worksheet that waits or is signed, or the one with the given id, and whether its figures have changed',
    needs: reads,
    query: z.object({ account_id: id, day, id: id.optional() }),
    result: WorksheetOfDay,
    fails: ['notFound', 'invalid'],
  }),
  prepareWorksheet: call({
    ...acting,
    path: `${base}/prepare_worksheet/`,
    summary: 'Prepare the worksheet of an account for a day with its current figures, for another person to sign',
    body: z.strictObject({ account_id: id, day, note: z.string().trim().max(500).default('') }),
    result: AccountWorksheet,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  decideWorksheet: call({
    ...acting,
    needs: approvalRules.worksheet.needs,
    path: `${base}/decide_worksheet/`,
    summary: 'Sign a worksheet that another person prepared, or return it; or withdraw an own one',
    query: z.object({ id }),
    body: z.strictObject({ sign: z.boolean(), reason: z.string().trim().max(500).default('') }),
    result: AccountWorksheet,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict', 'invalid'],
    toast: 'statusUpdated',
    fresh: true,
  }),
  worksheetPdf: call({
    method: 'GET',
    path: `${base}/worksheet_pdf/`,
    summary: 'Get the address of a worksheet as a PDF, valid for one hour; opening it is logged',
    needs: reads,
    query: z.object({ id }),
    result: address,
    fails: ['notFound'],
  }),
  clientMoney: call({
    method: 'GET',
    path: `${base}/client_money/`,
    summary: 'Get the client money at the end of a day by fund: what is held, and to whom it is owed',
    needs: reads,
    query: z.object({ day }),
    result: ClientMoney,
    fails: ['invalid'],
  }),
  listCertificates: call({
    method: 'GET',
    path: `${base}/certificates/`,
    summary: 'List client-money certificates, newest first; by the SHA-256 of a PDF or of the printed figures to verify a copy',
    needs: reads,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ sha256: z.string().regex(/^[0-9a-f]{64}$/), ...dayRange }),
    }),
    result: buildListSchema(ClientMoneyCertificate),
    fails: [],
  }),
  makeCertificate: call({
    ...acting,
    path: `${base}/make_certificate/`,
    summary: 'Make the client-money certificate of a day as a PDF, and store the PDF and its SHA-256',
    body: z.strictObject({ day }),
    result: ClientMoneyCertificate,
    fails: ['invalid', 'conflict'],
  }),
  certificatePdf: call({
    method: 'GET',
    path: `${base}/certificate_pdf/`,
    summary: 'Get the address of the stored PDF of a certificate, valid for some minutes; opening it is logged',
    needs: reads,
    query: z.object({ id }),
    result: address,
    fails: ['notFound'],
  }),
} as const;

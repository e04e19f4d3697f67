import { accountingCalls } from '#contract/accounting/calls.ts';
import { monthCloseCalls } from '#contract/accounting/month-calls.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { getRequestedAtColumn } from '#server/approval/service.ts';
import { fillAccounting } from '#server/db/demo/accounting/accounting.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { allRows, makeTableScope, noRows } from '#server/kernel/scope.ts';
import { worksheetApproval } from './approval.ts';
import { monthCloseAct, readMonthChecklist, requestMonth } from './months.ts';
import * as service from './service.ts';
import { accountingFileRoutes } from './worksheet-pdf.ts';
import { filterWorksheets } from './worksheets.ts';

const staff = makeTableScope(noRows, { superadmin: allRows, admin: allRows });

export const accountingModule: ServerModule = {
  calls: { accounting: { ...accountingCalls, ...monthCloseCalls } },
  requestedActs: { monthClose: monthCloseAct },
  routes: (services) => [
    ...serveCalls(accountingCalls, {
      listAccounts: service.listAccountsToReconcile,
      listWorksheets: service.listWorksheets,
      readWorksheet: service.readWorksheet,
      prepareWorksheet: service.prepareWorksheet,
      decideWorksheet: service.decideWorksheet,
      worksheetPdf: service.makeWorksheetPdfLink(services),
      clientMoney: service.readClientMoney,
      listCertificates: service.listCertificates,
      makeCertificate: service.makeCertificate(services),
      certificatePdf: service.makeCertificateLink(services),
    }),
    ...serveCalls(monthCloseCalls, { monthChecklist: readMonthChecklist, requestMonth: requestMonth(services) }),
  ],
  http: accountingFileRoutes,
  lastDemo: ({ db, files }, auth) => fillAccounting(db, files, auth),
  scopes: { account_worksheet: staff, client_money_certificate: staff, month_checklist: staff },
  pendingTasks: {
    worksheets: (ctx) => countWithOldest(filterWorksheets(ctx, pendingTaskKinds.worksheets.filter), getRequestedAtColumn(worksheetApproval)),
  },
  withoutFeatures: {
    search: 'Worksheets and certificates are found by account and day in their list.',
    messages: 'A worksheet that waits for its second person is a pending task of the people who may sign it.',
    ...explainMissingFeatures(
      'The records are about accounts of the platform on a day, not about a person or a unit.',
      ...(['personPage', 'reviewBasis', 'unitTimeline', 'closing'] as const),
    ),
    ...explainMissingFeatures('A person is only the author, and books must be kept.', 'export', 'erasure'),
  },
};

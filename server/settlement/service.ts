import type { RunningServices } from '#server/kernel/services.ts';
import { approvePayout } from './approve.ts';
import { makeRemittanceAdviceLink } from './bank/advice.ts';
import { createBankFile, previewBankFiles } from './bank/bank.ts';
import { importBankAnswer } from './bank/bank-answer.ts';
import { downloadBankFile, listBankFiles } from './bank/bank-files.ts';
import { recordTransferFailure } from './control/failure-request.ts';
import { readErrorWithEvidence, uploadPayoutErrorEvidence } from './evidence.ts';
import { readInvoicePayouts } from './invoice-payouts.ts';
import { readMonthStatement } from './month/month-statement.ts';
import { makeMonthStatementPdfLink } from './month/month-statement-pdf.ts';
import { exportUnitStatement, readUnitStatement } from './month/unit-statement.ts';
import { assignPayoutErrorToMe, listPayoutErrors, markPayoutErrorFailed, markPayoutErrorPaid, writeOffPayoutError } from './payout-errors.ts';
import { exportPayoutLinesCsv, listPayoutLines, listPayouts, listTransfers, readPayoutDetails, readTransferDetails } from './read.ts';
import { retryPayout } from './retry-payout.ts';
import { markPayoutReturned } from './returned-payout.ts';
import { cancelPayout, previewPayoutRun } from './run.ts';
import { startPayoutRun } from './run-batches.ts';

export { approvePayout, createBankFile, importBankAnswer, previewBankFiles, recordTransferFailure, startPayoutRun };

export const settlementService = (services: RunningServices) => ({
  invoicePayouts: readInvoicePayouts,
  startRun: startPayoutRun,
  previewRun: previewPayoutRun,
  cancel: cancelPayout,
  approve: approvePayout,
  listPayouts,
  payoutDetails: readPayoutDetails,
  payoutLines: listPayoutLines,
  payoutLinesCsv: exportPayoutLinesCsv,
  createBankFile,
  previewBankFile: previewBankFiles,
  listBankFiles,
  downloadBankFile,
  importBankAnswer,
  listTransfers,
  transferDetails: readTransferDetails,
  markReturned: markPayoutReturned,
  listErrors: listPayoutErrors,
  assignToMe: assignPayoutErrorToMe,
  retry: retryPayout,
  markPaid: markPayoutErrorPaid,
  markFailed: markPayoutErrorFailed,
  writeOff: writeOffPayoutError,
  errorDetails: readErrorWithEvidence(services),
  uploadEvidence: uploadPayoutErrorEvidence(services),
  remittanceAdvice: makeRemittanceAdviceLink(services),
  monthStatement: readMonthStatement,
  unitStatement: readUnitStatement,
  unitStatementCsv: exportUnitStatement,
  monthStatementPdf: makeMonthStatementPdfLink(services),
});

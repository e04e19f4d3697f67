import type { RunningServices } from '#server/kernel/services.ts';
import { approve } from './approve.ts';
import { remittanceAdvice } from './bank/advice.ts';
import { createBankFile, previewBankFile } from './bank/bank.ts';
import { importBankAnswer } from './bank/bank-answer.ts';
import { downloadBankFile, listBankFiles } from './bank/bank-files.ts';
import { errorWithEvidence, uploadEvidence } from './evidence.ts';
import { invoicePayouts } from './invoice-payouts.ts';
import { monthStatement } from './month/month-statement.ts';
import { monthStatementPdf } from './month/month-statement-pdf.ts';
import { assignErrorToMe, listErrors, markFailed, markPaid, writeOff } from './payout-errors.ts';
import { listPayouts, listTransfers, payoutDetails, payoutLines, payoutLinesCsv, transferDetails } from './read.ts';
import { retry } from './retry-payout.ts';
import { markReturned } from './returned-payout.ts';
import { cancel, previewRun } from './run.ts';
import { startPayoutRun } from './run-batches.ts';

export { approve, createBankFile, importBankAnswer, startPayoutRun };

export const settlementService = (services: RunningServices) => ({
  invoicePayouts,
  ...{
    startRun: startPayoutRun,
    previewRun,
    cancel,
    approve,
    listPayouts,
    payoutDetails,
    payoutLines,
    payoutLinesCsv,
    createBankFile,
    previewBankFile,
    listBankFiles,
    downloadBankFile,
    importBankAnswer,
    listTransfers,
    transferDetails,
    markReturned,
  },
  ...{
    listErrors,
    assignToMe: assignErrorToMe,
    retry,
    markPaid,
    markFailed,
    writeOff,
    errorDetails: errorWithEvidence(services),
    uploadEvidence: uploadEvidence(services),
  },
  remittanceAdvice: remittanceAdvice(services),
  monthStatement,
  monthStatementPdf: monthStatementPdf(services),
});

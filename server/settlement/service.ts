import type { House } from '#server/kernel/house.ts';
import { retry } from './again.ts';
import { approve } from './approve.ts';
import { advice } from './bank/advice.ts';
import { bankFile, bankWaiting } from './bank/bank.ts';
import { confirmations } from './bank/bank-answer.ts';
import { bankFileAgain, bankFiles } from './bank/bank-files.ts';
import { cameBack } from './came-back.ts';
import { errors, markFailed, markPaid, take, writeOff } from './desk.ts';
import { errorWithEvidence, evidence } from './evidence.ts';
import { month } from './month/month.ts';
import { monthPaper } from './month/month-paper.ts';
import { ofInvoice } from './of-invoice.ts';
import { lines, linesCsv, payment, payments, transfer, transfers } from './read.ts';
import { cancel, preview } from './run.ts';
import { run } from './run-batches.ts';

export { approve, bankFile, confirmations, run };

export const settlementService = (house: House) => ({
  ofInvoice,
  ...{
    run,
    preview,
    cancel,
    approve,
    payments,
    payment,
    lines,
    linesCsv,
    bankFile,
    bankWaiting,
    bankFiles,
    bankFileAgain,
    confirmations,
    transfers,
    transfer,
    cameBack,
  },
  ...{ errors, take, retry, markPaid, markFailed, writeOff, error: errorWithEvidence(house), evidence: evidence(house) },
  advice: advice(house),
  month,
  monthPaper: monthPaper(house),
});

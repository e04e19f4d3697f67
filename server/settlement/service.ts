import type { House } from '#server/kernel/house.ts';
import { advice } from './advice.ts';
import { approve } from './approve.ts';
import { bankFile, confirmations } from './bank.ts';
import { error, errors, markFailed, markPaid, retry, take, writeOff } from './desk.ts';
import { cameBack, lines, payment, payments, transfer, transfers } from './read.ts';
import { cancel, run } from './run.ts';

export { approve, bankFile, confirmations, run };

export const settlementService = (house: House) => ({
  ...{ run, cancel, approve, payments, payment, lines, bankFile, confirmations, transfers, transfer, cameBack },
  ...{ errors, error, take, retry, markPaid, markFailed, writeOff },
  advice: advice(house),
});

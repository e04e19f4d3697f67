import type { bookingCalls } from '#contract/booking/calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { apply, quote } from './apply.ts';
import { answer, approve, ask, cancel, check, decline, erase, shortlist } from './decide.ts';
import { all, board, compare, mine } from './find.ts';
import { details } from './one.ts';
import { confirm, correct, evidence, receipt, sayPaid } from './paid.ts';

export { bookingHeld, confirmedByMoney } from './money.ts';

export const bookingService = (house: House): Handlers<typeof bookingCalls> => ({
  quote,
  apply,
  mine,
  all,
  board,
  details,
  compare,
  check,
  shortlist,
  ask,
  answer,
  approve,
  decline,
  cancel,
  evidence: evidence(house),
  confirm,
  correct,
  receipt: receipt(house),
  sayPaid,
  erase,
});

export { countTry, dealWith } from './arrivals.ts';
export { complete, type Movement } from './complete.ts';
export { type DoubtRow, openDoubt, putDecided } from './doubt-rows.ts';
export { hookRoutes } from './hooks.ts';
export { belongs, type HomeColumns, lessOf, type Owed, owed } from './invoices.ts';
export { openPushes, sweepPushes } from './jobs.ts';
export { maskedText, maskedWords, readBody } from './masked.ts';
export { giveToTenancy, type MatchedFacts, putMatched } from './matched.ts';
export { externalsOf, ownExternal, paymentsBy, takeMovement, takeMovements, turn } from './movement.ts';
export { hide, phoneMark, reveal } from './phones.ts';
export { pullAll, pullNow } from './pull.ts';
export { askPush } from './push.ts';
export { putTold, verify } from './query.ts';
export { opensReceipt, receipt } from './receipt-address.ts';
export { freeNumber, knownHere, putNumber, putReversed } from './receipts.ts';
export { cancelCash, confirmCash, recorded } from './record.ts';
export { cameAt, factsOf, howText, leftOf, lockPayment, missing, named, type PaymentRow, paymentOf, pushOf, putPayment, toHead } from './rows.ts';
export { stoodAt, theirs } from './scopes.ts';
export { fromWallet, startPush } from './selling.ts';
export {
  type Elsewhere,
  nameOf,
  tellCame,
  tellDesk,
  tellPasted,
  tellPayer,
  tellReversed,
  tellTakenOff,
  tellUnmatched,
  tellUnverified,
} from './tell.ts';

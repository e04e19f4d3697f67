export {
  type AccountRow,
  accountOf,
  accountsAt,
  accountsOf,
  addAccount,
  clientFor,
  hookPath,
  paybillFor,
  paybills,
  platformAccount,
  platformNumber,
  putPulled,
  recordAccount,
} from './accounts.ts';
export { announce } from './announce.ts';
export { correctionApproval } from './approvals.ts';
export { done, held, ours } from './cash-moves.ts';
export { bankOf, betweenFunds, holdFigures, holdRail, payingFrom, placesOf, refOf, roomAt, tillOf } from './places.ts';
export { platformRail } from './platform-rail.ts';
export { decideAccount, saveAccount } from './settings.ts';
export { approve, arrive, begin, book, leave, leftFor, undoArrived, undoLeft } from './sweeps.ts';

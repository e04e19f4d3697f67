export { markCommissionsPaid, markCommissionsUnpaid, readAgentCommissionsOfAllocation, sumCommissionOnAllocation } from './commission-payouts.ts';
export {
  exportCommissionsCsv as exportCsv,
  listCommissionMonths as listMonths,
  listCommissions as list,
  readCommissionDetails as commissionDetails,
  reportCommissionMistake as reportMistake,
  sumCommissionFees,
} from './read.ts';
<<<<<<< HEAD
export {
  createCommissionRule as ruleCreate,
  endCommissionRule as ruleEnd,
  listCommissionRules as listRules,
  replaceCommissionRule as ruleReplace,
} from './rules.ts';
export { sumCommissionsByUnit, type UnitCommissions } from './unit-commissions.ts';
=======
export { addCommissionRule } from './rules.ts';
>>>>>>> main

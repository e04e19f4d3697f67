export { markCommissionsPaid, markCommissionsUnpaid, readAgentCommissionsOfAllocation, sumCommissionOnAllocation } from './commission-payouts.ts';
export {
  exportCommissionsCsv as exportCsv,
  listCommissionMonths as listMonths,
  listCommissions as list,
  readCommissionDetails as commissionDetails,
  reportCommissionMistake as reportMistake,
  sumCommissionFees,
} from './read.ts';
export { addCommissionRule } from './rules.ts';

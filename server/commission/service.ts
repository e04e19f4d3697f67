export { agentCommissionsOn, commissionOnAllocation, markCommissionsPaid, markCommissionsUnpaid } from './commission-payouts.ts';
export { commissionDetails, exportCsv, feesOf, list, listMonths, reportMistake } from './read.ts';
export { listRules, ruleCreate, ruleEnd, ruleReplace } from './rules.ts';

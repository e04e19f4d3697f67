export { agentCommissionsOn, commissionOnAllocation, markCommissionsPaid, markCommissionsUnpaid } from './commission-payouts.ts';
export { commissionDetails, exportCsv, list, listMonths, reportMistake, sumCommissionFees } from './read.ts';
export { listRules, ruleCreate, ruleEnd, ruleReplace } from './rules.ts';

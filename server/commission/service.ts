export { agentsOf, cameBack, paidOut, takenOf } from './paid-out.ts';
export { all, csv, details, feesOf, months, note } from './read.ts';
export { ruleCreate, ruleEnd, ruleReplace, rules } from './rules.ts';

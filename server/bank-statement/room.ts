import { sql } from 'kysely';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { figureCalls } from '#contract/bank-statement/figure-calls.ts';
import { waits } from '#contract/home/waits.ts';
import type { SourcePage } from '#contract/ledger/source.ts';
import { serve } from '#server/http/registry.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { all, byCompany, none, scopeOf, seenWith } from '#server/kernel/scope.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { askBalances } from './balance.ts';
import { approveMove, correct, figures } from './corrections.ts';
import * as doubts from './doubts.ts';
import { reconcile } from './figures.ts';
import * as rules from './rules.ts';
import * as lists from './statement-lists.ts';
import * as statements from './statements.ts';
import { workOnStatement } from './take-over.ts';
import { tellOwnerless } from './tell-statement.ts';
import { bankStatementTexts } from './texts.ts';

export const bankStatementRoom: ServerRoom = {
  calls: { payment: { ...statementCalls, ...figureCalls } },
  routes: () => [
    ...serve(statementCalls, {
      statements: lists.statements,
      statement: lists.statement,
      statementLines: lists.statementLines,
      readStatement: statements.readStatement,
      columns: statements.columns,
      importStatement: statements.importStatement,
      undoStatement: statements.undoStatement,
      rules: rules.rules,
      saveRule: rules.saveRule,
      dropRule: rules.dropRule,
      doubts: doubts.doubts,
      decideDoubt: doubts.decideDoubt,
    }),
    ...serve(figureCalls, { figures, correct, approveMove }),
  ],
  texts: bankStatementTexts,
  readable: ['statement_line'],
  scopes: {
    bank_figure: scopeOf(none, { superadmin: all, admin: all }),
    statement: byCompany(),
    statement_line: seenWith('statement', 'statement_id'),
    statement_rule: byCompany(),
  },
  sources: {
    statement_line: sql<SourcePage>`(select 'statement' as of, s.id, s.name as code from statement_line l join statement s on s.id = l.statement_id where l.id = w.source_id)`,
  },
  waits: { doubts: (ctx) => oldestOf(doubts.foundDoubts(ctx, waits.doubts.filter), 'payment_doubt.created_at') },
  jobs: (house) => [
    { name: 'payment.balance', cron: '50 1 * * *', run: (db) => askBalances(house, db, false) },
    { name: 'payment.reconcile', everyMinutes: 60, run: (db) => oneByOne([() => reconcile(db), () => askBalances(house, db, true)]) },
  ],
  handlers: (house) => ({ 'payment.import': ({ statementId }) => workOnStatement(house, statementId) }),
  follows: {
    'cash.moved': (ctx, { accountId }) => reconcile(ctx.db, accountId),
    'payment.ownerless': tellOwnerless,
  },
  without: because(
    'Files of banks and what the platform’s accounts stood at: what came of a line is a payment, which module payment shows.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};

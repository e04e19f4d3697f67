import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { Sources } from '#server/kernel/sources.ts';

export const paymentSources: Sources = {
  payment: sql<SourcePage>`(select 'payment' as of, p.id, p.code from payment p where p.id = w.source_id)`,
  allocation: sql<SourcePage>`(select 'payment' as of, p.id, p.code from allocation a join payment p on p.id = a.payment_id where a.id = w.source_id)`,
  cash_move: sql<SourcePage>`(select 'cash' as of, c.id, c.code from cash_move c where c.id = w.source_id)`,
  statement_line: sql<SourcePage>`(select 'statement' as of, s.id, s.name as code from statement_line l join statement s on s.id = l.statement_id where l.id = w.source_id)`,
};

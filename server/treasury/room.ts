import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { SourcePage } from '#contract/ledger/source.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { announce } from './announce.ts';
import { accountApproval, correctionApproval } from './approvals.ts';
import { foundMoves } from './cash-moves.ts';
import { treasuryScopes } from './scopes.ts';
import { foundAccounts } from './settings.ts';

export const treasuryRoom: ServerRoom = {
  scopes: treasuryScopes,
  sources: { cash_move: sql<SourcePage>`(select 'cash' as of, c.id, c.code from cash_move c where c.id = w.source_id)` },
  waits: {
    accounts: (ctx) => oldestOf(foundAccounts(ctx, waits.accounts.filter), askedAtOf(accountApproval)),
    corrections: (ctx) => oldestOf(foundMoves(ctx, waits.corrections.filter), askedAtOf(correctionApproval)),
  },
  // Apart from the sweep of payments: whoever brings paybills that Safaricom refuses holds up nobody's money.
  jobs: (house) => [{ name: 'payment.announce', everyMinutes: 1, run: (db) => announce(house, db) }],
  without: because(
    'Accounts of companies and of the platform, and money between them: no person, unit or review is in them.',
    ...(['search', 'personPage', 'messages', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};

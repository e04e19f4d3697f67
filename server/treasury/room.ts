import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { SourcePage } from '#contract/ledger/source.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { announce } from './announce.ts';
import { accountApproval, correctionApproval } from './approvals.ts';
import * as cash from './cash-moves.ts';
import { treasuryLookups } from './lookups.ts';
import { treasuryScopes } from './scopes.ts';
import * as settings from './settings.ts';
import { treasuryTexts } from './texts.ts';

export const treasuryRoom: ServerRoom = {
  lookups: treasuryLookups,
  calls: { payment: treasuryCalls },
  routes: () =>
    serve(treasuryCalls, {
      accounts: settings.accounts,
      saveAccount: settings.saveAccount,
      decideAccount: settings.decideAccount,
      moves: cash.moves,
      askPaybill: cash.askPaybill,
      sweep: cash.sweep,
      clear: cash.clear,
      arrivedMove: cash.arrivedMove,
      undoMove: cash.undoMove,
    }),
  texts: treasuryTexts,
  readable: ['cash_move', 'collection_account'],
  scopes: treasuryScopes,
  sources: { cash_move: sql<SourcePage>`(select 'cash' as of, c.id, c.code from cash_move c where c.id = w.source_id)` },
  waits: {
    accounts: (ctx) => oldestOf(settings.foundAccounts(ctx, waits.accounts.filter), askedAtOf(accountApproval)),
    corrections: (ctx) => oldestOf(cash.foundMoves(ctx, waits.corrections.filter), askedAtOf(correctionApproval)),
  },
  // Apart from the sweep of payments: whoever brings paybills that Safaricom refuses holds up nobody's money.
  jobs: (house) => [{ name: 'payment.announce', everyMinutes: 1, run: (db) => announce(house, db) }],
  without: because(
    'Accounts of companies and of the platform, and money between them: no person, unit or review is in them.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};

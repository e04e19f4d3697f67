import { ledgerCalls } from '#contract/ledger/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { ledgerLookups } from './lookups.ts';
import { ledgerProofs, prove } from './proofs.ts';
import { ledgerScopes } from './scopes.ts';
import * as service from './service.ts';
import { ledgerTexts } from './texts.ts';
import { ledgerWaits } from './waits.ts';

export const ledgerRoom: ServerRoom = {
  lookups: ledgerLookups,
  waits: ledgerWaits,
  scopes: ledgerScopes,
  readable: ['journal', 'journal_entry', 'ledger_account', 'ledger_book', 'ledger_total'],
  calls: { ledger: ledgerCalls },
  routes: (house) => serve(ledgerCalls, { ...service, close: service.close(house) }),
  proofs: ledgerProofs,
  texts: ledgerTexts,
  jobs: () => [
    { name: 'ledger.prove', cron: '20 2 * * 1-6', run: (db) => prove(db, 'changed') },
    { name: 'ledger.prove_all', cron: '20 2 * * 0', run: (db) => prove(db, 'all') },
  ],
  without: {
    search: 'Journal entries are found from what they are about, and in the list of the ledger.',
    ...because('The ledger is about accounts of companies, not about a person or a unit.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...because('Journal entries name companies and are kept by law; persons are only their authors.', 'export', 'erasure'),
    closing: 'Wallet and payment refuse while money is open; the ledger follows them.',
  },
};

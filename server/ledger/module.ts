import { ledgerCalls } from '#contract/ledger/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { ledgerFileRoutes } from './balances-pdf.ts';
import { ledgerModuleChecks, runLedgerChecks } from './ledger-checks.ts';
import { ledgerLookups } from './lookups.ts';
import { ledgerPendingTasks } from './pending-tasks.ts';
import { ledgerScopes } from './scopes.ts';
import * as service from './service.ts';
import { ledgerTexts } from './texts.ts';

export const ledgerModule: ServerModule = {
  lookups: ledgerLookups,
  pendingTasks: ledgerPendingTasks,
  scopes: ledgerScopes,
  readable: ['journal', 'journal_entry', 'ledger_account', 'ledger_book', 'ledger_total'],
  calls: { ledger: ledgerCalls },
  routes: (services) => serveCalls(ledgerCalls, { ...service, trialBalancePdf: service.trialBalancePdf(services) }),
  http: ledgerFileRoutes,
  proofs: ledgerModuleChecks,
  texts: ledgerTexts,
  jobs: () => [
    { name: 'ledger.prove', cron: '20 2 * * 1-6', run: (db) => runLedgerChecks(db, 'changed') },
    { name: 'ledger.prove_all', cron: '20 2 * * 0', run: (db) => runLedgerChecks(db, 'all') },
  ],
  withoutFeatures: {
    search: 'Journal entries are found through their source record and in the list of the ledger.',
    ...explainMissingFeatures(
      'The ledger contains accounts of companies and is not about a person or a unit.',
      'personPage',
      'reviewBasis',
      'unitTimeline',
    ),
    ...explainMissingFeatures(
      'Journal entries are about companies, and the law requires that they are kept. A person is only the author.',
      'export',
      'erasure',
    ),
    closing: 'Modules wallet and payment check open amounts before an account is closed.',
  },
};

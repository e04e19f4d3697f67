import { getLedgerCheckLabel } from '#contract/ledger/check-names.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const ledgerTexts = withSmsTexts(
  {
    'ledger.mode_asked': ({ who, mode, reason, by }) => ({
      heading: mode === 'trust' ? m.ledger_event_trust_asked({ who }) : m.ledger_event_record_asked({ who }),
      message: m.ledger_event_mode_message({ reason, by }),
    }),
    'ledger.proof_failed': (p) => ({
      heading: m.ledger_event_proof_failed_heading(),
      message: m.ledger_event_proof_failed_message({ what: p.what.split(', ').map(getLedgerCheckLabel).join('; ') }),
      button: m.ledger_event_proof_failed_button(),
    }),
  },
  {
    'ledger.proof_failed': () => m.ledger_sms_proof_failed(),
  },
);

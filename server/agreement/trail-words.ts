import type { AgreementTrailEvent } from '#contract/agreement/kinds.ts';
import { m } from '#words/messages.js';

type Say = (language: 'en' | 'sw') => string;
/** The texts of trail entries as printed on a certificate. */
export const agreementTrailTexts: Readonly<Record<AgreementTrailEvent, Say>> = {
  drafted: (locale) => m.agreement_trail_drafted({}, { locale }),
  sent: (locale) => m.agreement_trail_sent({}, { locale }),
  invited: (locale) => m.agreement_trail_invited({}, { locale }),
  opened: (locale) => m.agreement_trail_opened({}, { locale }),
  signed: (locale) => m.agreement_trail_signed({}, { locale }),
  rejected: (locale) => m.agreement_trail_rejected({}, { locale }),
  reminded: (locale) => m.agreement_trail_reminded({}, { locale }),
  resent: (locale) => m.agreement_trail_resent({}, { locale }),
  number_changed: (locale) => m.agreement_trail_number_changed({}, { locale }),
  expired: (locale) => m.agreement_trail_expired({}, { locale }),
  voided: (locale) => m.agreement_trail_voided({}, { locale }),
  paper_brought: (locale) => m.agreement_trail_paper_brought({}, { locale }),
  paper_confirmed: (locale) => m.agreement_trail_paper_confirmed({}, { locale }),
  seal_failed: (locale) => m.agreement_trail_seal_failed({}, { locale }),
  sealed: (locale) => m.agreement_trail_sealed({}, { locale }),
};

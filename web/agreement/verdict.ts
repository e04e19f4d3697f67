import type { AgreementVerificationResult } from '#contract/agreement/kinds.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

type Told = { readonly at: string | null; readonly signers: number };
type Say = { readonly tone: 'good' | 'guard' | 'bad'; readonly text: (told: Told) => string };
const when = ({ at }: Told): string => (at ? formatDateTime(at) : '');

/** A code alone proves nothing about a file, because it can be printed onto another document. */
export const getVerificationCodeNote = (told: Told & { readonly verdict: AgreementVerificationResult }): string =>
  told.verdict === 'replaced'
    ? m.agreement_verify_code_replaced({ when: when(told) })
    : m.agreement_verify_code_known({ when: when(told), signers: told.signers });

/** The text of each verdict on a file. */
export const verificationVerdictNotes: Readonly<Record<AgreementVerificationResult, Say>> = {
  sealed: { tone: 'good', text: (told) => m.agreement_verdict_sealed({ when: when(told), signers: told.signers }) },
  replaced: { tone: 'guard', text: (told) => m.agreement_verdict_replaced({ when: when(told) }) },
  paper: { tone: 'good', text: (told) => m.agreement_verdict_paper({ when: when(told) }) },
  text: { tone: 'guard', text: (told) => m.agreement_verdict_text({ when: when(told), signers: told.signers }) },
  unknown: { tone: 'bad', text: () => m.agreement_verdict_unknown() },
};

import type { ConsentKind, IdKind, PaperKind, WorkKind } from '#contract/application/kinds.ts';
import { m } from '#words/messages.js';

type Names<K extends string> = Readonly<Record<K, () => string>>;
export const idNames: Names<IdKind> = {
  national_id: m.application_id_national_id,
  passport: m.application_id_passport,
  alien_id: m.application_id_alien_id,
};
export const consentNames: Names<ConsentKind> = {
  sharing: m.application_consent_sharing,
  references: m.application_consent_references,
  credit: m.application_consent_credit,
};
export const workNames: Names<WorkKind> = {
  employed: m.application_work_employed,
  self_employed: m.application_work_self_employed,
  business: m.application_work_business,
  student: m.application_work_student,
  retired: m.application_work_retired,
  none: m.application_work_none,
};
export const paperNames: Names<PaperKind> = {
  identity: m.application_paper_identity,
  selfie: m.application_paper_selfie,
  income: m.application_paper_income,
  history: m.application_paper_history,
  guarantor: m.application_paper_guarantor,
  other: m.application_paper_other,
};

import { labels } from '#contract/kernel/labels.ts';
import { applicationConsentVersions, applicationDocumentKinds, employmentKinds, identityDocumentKinds } from './kinds.ts';

export const identityDocumentLabels = labels('application_id', identityDocumentKinds);
export const applicationConsentLabels = labels('application_consent', applicationConsentVersions);
export const employmentKindLabels = labels('application_work', employmentKinds);
export const applicationDocumentLabels = labels('application_paper', applicationDocumentKinds);

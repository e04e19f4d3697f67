import { labels } from '#contract/kernel/labels.ts';
import { applicationConsentVersions, applicationDocumentKinds, employmentKinds, identityDocumentKinds } from './kinds.ts';

export const identityDocumentNames = labels('application_id', identityDocumentKinds);
export const applicationConsentNames = labels('application_consent', applicationConsentVersions);
export const employmentKindNames = labels('application_work', employmentKinds);
export const applicationDocumentNames = labels('application_paper', applicationDocumentKinds);

import { labels } from '#contract/kernel/labels.ts';
import { consentVersions, idKinds, paperKinds, workKinds } from './kinds.ts';

export const idNames = labels('application_id', idKinds);
export const consentNames = labels('application_consent', consentVersions);
export const workNames = labels('application_work', workKinds);
export const paperNames = labels('application_paper', paperKinds);

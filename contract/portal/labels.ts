import { verificationChecks } from '#contract/catalogue/verification.ts';
import { labels } from '#contract/kernel/labels.ts';

export const publicCheckNames = labels('portal_check', verificationChecks);

import { verificationChecks } from '#contract/catalogue/verification.ts';
import { labels } from '#contract/kernel/labels.ts';

export const publicVerificationCheckLabels = labels('portal_check', verificationChecks);

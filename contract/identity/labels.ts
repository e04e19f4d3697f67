import { labels } from '#contract/kernel/labels.ts';
import { joinKinds } from './profile-kinds.ts';

export const onboardingTitles = labels('identity_onboarding_details', joinKinds);

import { labels } from '#contract/kernel/labels.ts';
import { amenityGroups, amenityTargets } from './kinds.ts';

export const amenityGroupNames = labels('taxonomy_group', amenityGroups);
export const amenityTargetNames = labels('taxonomy_applies', amenityTargets);

import { labels } from '#contract/kernel/labels.ts';
import { amenityGroups, amenityTargets } from './kinds.ts';

export const amenityGroupLabels = labels('taxonomy_group', amenityGroups);
export const amenityTargetLabels = labels('taxonomy_applies', amenityTargets);

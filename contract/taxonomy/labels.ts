import { labels } from '#contract/kernel/labels.ts';
import { amenityGroups, amenityTargets } from './kinds.ts';

export const groupNames = labels('taxonomy_group', amenityGroups);
export const appliesNames = labels('taxonomy_applies', amenityTargets);

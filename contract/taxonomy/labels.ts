import { labels } from '#contract/kernel/labels.ts';
import { amenityGroups, appliesTo } from './kinds.ts';

export const groupNames = labels('taxonomy_group', amenityGroups);
export const appliesNames = labels('taxonomy_applies', appliesTo);

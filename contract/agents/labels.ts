import { labels } from '#contract/kernel/labels.ts';
import { agentSpecialities } from './kinds.ts';

export const agentSpecialityLabels = labels('agents_speciality', agentSpecialities);

import { labels } from '#contract/kernel/labels.ts';
import { agentSpecialities } from './kinds.ts';

export const agentSpecialityNames = labels('agents_speciality', agentSpecialities);

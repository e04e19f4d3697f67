import type { RatingTarget } from '#contract/rating/kinds.ts';
import { m } from '#words/messages.js';

export const targetNames: Readonly<Record<RatingTarget, () => string>> = {
  property: m.rating_target_property,
  unit: m.rating_target_unit,
  agent: m.rating_target_agent,
  owner: m.rating_target_owner,
  tenant: m.rating_target_tenant,
  contractor: m.rating_target_contractor,
};

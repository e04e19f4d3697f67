import type { PropertySummary } from '#contract/property/calls.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { propertyStatusNames } from './words.ts';

/** The public state, and what hides a verified property. */
export const PropertyStatusBadge = ({ property }: { property: Pick<PropertySummary, 'status' | 'stalled' | 'archived_at'> }) => (
  <>
    <ToneBadge tone={propertyStatusNames[property.status].tone}>{propertyStatusNames[property.status].label()}</ToneBadge>
    {property.stalled && <ToneBadge tone="bad">{m.property_stalled()}</ToneBadge>}
    {property.archived_at && <ToneBadge tone="done">{m.property_archived()}</ToneBadge>}
  </>
);

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import type { PropertyDetails } from '#contract/property/calls.ts';
import { ShareListingActions } from '#web/catalogue/share.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { cx } from '#web/ui/cx.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './property.module.css';

/** Daily actions of a manager: list vacant units, share the property, open its public page. */
export function PublicPresencePanel({ property }: { property: PropertyDetails }) {
  const { link, layout } = useDashboard();
  const { visitor } = useApp();
  const shown = property.live_listings > 0 && isAllowed(['units', 'read'], visitor);
  const card = useCall(listingCalls.shareCard, { property_id: property.id }, { enabled: shown, quiet: true }).data?.card;
  // The platform reviews listings; only companies that let create them.
  const lets = (companyRoles as readonly string[]).includes(layout);
  const vacant = lets && property.may.offers ? property.vacant_unlisted : 0;
  if (!card && vacant === 0) return null;
  return (
    <div className={cx(classes.outside)}>
      {vacant > 0 && (
        <Button
          component={Link}
          to={`${link('listing.detail', { id: 'new', code: 'draft' })}?property=${property.id}`}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {m.property_list_vacant({ count: vacant })}
        </Button>
      )}
      {card && <ShareListingActions card={card} />}
    </div>
  );
}

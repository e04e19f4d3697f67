import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { allows } from '#contract/access/grants.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import type { PropertyFull } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { cx } from '#web/ui/cx.ts';
import { IconBrandWhatsapp, IconExternalLink, IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './property.module.css';

/** What whoever keeps a property does with it day by day: list what stands empty, send it round, see it as strangers do. */
export function Outside({ property }: { property: PropertyFull }) {
  const { link } = useDash();
  const { visitor } = useApp();
  const shown = property.live_listings > 0 && allows(['units', 'read'], visitor);
  const card = useCall(listingCalls.card, { property_id: property.id }, { enabled: shown, quiet: true }).data?.card;
  const mayList = property.may.offers && property.units.vacant > 0;
  const choices = useCall(listingCalls.choices, { creating: 'true', property_id: property.id }, { enabled: mayList, quiet: true });
  const vacant = mayList ? (choices.data?.units ?? []).filter((unit) => unit.status === 'vacant' && unit.live.length === 0).length : 0;
  if (!card && vacant === 0) return null;
  const text = card && [property.name, property.place.name, `${window.location.origin}${card.path}`].join('\n');
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
      {card && text && (
        <>
          <Button
            component="a"
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
          >
            {m.property_share()}
          </Button>
          <Button
            component="a"
            href={card.path}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {m.property_public_page()}
          </Button>
        </>
      )}
    </div>
  );
}

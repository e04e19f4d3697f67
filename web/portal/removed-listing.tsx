import { Button } from '#web/ui/public/button.tsx';
import { DeferredListingCards } from './card/deferred-cards.tsx';
import classes from './property.module.css';
import type { RemovedListingView } from './public-record.ts';
import { PageSection } from './sections.tsx';

/** A page for an ended listing, with similar ones. */
export const RemovedListing = ({ view }: { view: RemovedListingView }) => (
  <div className={`wrap ${classes.gone}`}>
    <h1>{view.title}</h1>
    <p>{view.text}</p>
    <Button size="md" href={view.href}>
      {view.search}
    </Button>
    {view.cards.length > 0 && (
      <PageSection id="like" title={view.likeTitle}>
        <DeferredListingCards cards={view.cards} says={view.cardLabels} />
      </PageSection>
    )}
  </div>
);

import { Button } from '#web/ui/public/button.tsx';
import { DeferredCards } from './card/deferred-cards.tsx';
import classes from './property.module.css';
import type { GoneView } from './public-record.ts';
import { Section } from './sections.tsx';

/** A page for an ended listing, with similar ones. */
export const RemovedListing = ({ view }: { view: GoneView }) => (
  <div className={`wrap ${classes.gone}`}>
    <h1>{view.title}</h1>
    <p>{view.text}</p>
    <Button size="md" href={view.href}>
      {view.search}
    </Button>
    {view.cards.length > 0 && (
      <Section id="like" title={view.likeTitle}>
        <DeferredCards cards={view.cards} says={view.cardLabels} />
      </Section>
    )}
  </div>
);

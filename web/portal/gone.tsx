import { Button } from '#web/ui/public/button.tsx';
import { CardsLate } from './card/cards-late.tsx';
import classes from './property.module.css';
import type { GoneView } from './public-record.ts';
import { Section } from './sections.tsx';

/** It was offered once: said plainly, with others like it. */
export const Gone = ({ view }: { view: GoneView }) => (
  <div className={`wrap ${classes.gone}`}>
    <h1>{view.title}</h1>
    <p>{view.text}</p>
    <Button size="md" href={view.href}>
      {view.search}
    </Button>
    {view.cards.length > 0 && (
      <Section id="like" title={view.likeTitle}>
        <CardsLate cards={view.cards} says={view.cardLabels} />
      </Section>
    )}
  </div>
);

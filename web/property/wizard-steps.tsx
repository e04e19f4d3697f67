import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { percent } from '#web/ui/format.ts';
import { IconCheck } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './wizard.module.css';

/** What is asked before a property is made, and its pictures, which it has to be there for. */
export const asked = ['basics', 'place', 'structure', 'amenities', 'billing', 'review'] as const;
export type Step = (typeof asked)[number];
const steps = [...asked, 'pictures'] as const;
const stepNames: Readonly<Record<(typeof steps)[number], () => string>> = {
  basics: m.property_step_basics,
  place: m.property_step_place,
  structure: m.property_step_structure,
  amenities: m.property_amenities,
  billing: m.property_step_billing,
  review: m.property_step_review,
  pictures: m.property_step_pictures,
};

/** The way through the wizard; on a desktop, and back to what was asked before while nothing is made yet. */
export const Steps = ({ at, go }: { at: number; go: ((to: number) => void) | null }) => (
  <ol className={classes.steps}>
    {steps.map((name, index) => (
      <li key={name} data-s={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
        <button type="button" disabled={index >= at || go === null} onClick={() => go?.(index)}>
          <i>{index < at ? <IconCheck size={14} aria-label={m.property_step_done()} /> : index + 1}</i>
          {stepNames[name]()}
        </button>
      </li>
    ))}
  </ol>
);

/** The same on a phone: which step of how many. */
export function StepOf({ at }: { at: number }) {
  const said = m.property_step_of({ at: at + 1, of: steps.length, name: stepNames[steps[at] ?? 'basics']() });
  return (
    <div className={classes.phone}>
      <b>{said}</b>
      <Progress value={percent(at + 1, steps.length)} size={4} aria-label={said} />
    </div>
  );
}

/** The last step, which another room fills. */
export const PicturesFrame = ({ children, foot }: { children: ReactNode; foot: ReactNode }) => (
  <div className={classes.pictures}>
    <Steps at={asked.length} go={null} />
    <section className={classes.form} aria-label={m.property_step_pictures()}>
      <StepOf at={asked.length} />
      {children}
      <div className={classes.foot}>{foot}</div>
    </section>
  </div>
);

import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { computeWholePercent } from '#web/ui/format.ts';
import { IconCheck } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './wizard.module.css';

/** The steps before a property is created, and its pictures, which need the created property. */
export const wizardSteps = ['basics', 'place', 'structure', 'amenities', 'billing', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];
const steps = [...wizardSteps, 'pictures'] as const;
const stepNames: Readonly<Record<(typeof steps)[number], () => string>> = {
  basics: m.property_step_basics,
  place: m.property_step_place,
  structure: m.property_step_structure,
  amenities: m.property_amenities,
  billing: m.property_step_billing,
  review: m.property_step_review,
  pictures: m.property_step_pictures,
};

/** The steps of the wizard on a desktop, with links back until the property is created. */
export const WizardStepBar = ({ at, go }: { at: number; go: ((to: number) => void) | null }) => (
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

/** The step of the wizard on a phone, as a number. */
export function WizardPhoneProgress({ at }: { at: number }) {
  const said = m.property_step_of({ at: at + 1, of: steps.length, name: stepNames[steps[at] ?? 'basics']() });
  return (
    <div className={classes.phone}>
      <b>{said}</b>
      <Progress value={computeWholePercent(at + 1, steps.length)} size={4} aria-label={said} />
    </div>
  );
}

/** The last step, provided by the media module. */
export const WizardPicturesStep = ({ children, foot }: { children: ReactNode; foot: ReactNode }) => (
  <div className={classes.pictures}>
    <WizardStepBar at={wizardSteps.length} go={null} />
    <section className={classes.form} aria-label={m.property_step_pictures()}>
      <WizardPhoneProgress at={wizardSteps.length} />
      {children}
      <div className={classes.foot}>{foot}</div>
    </section>
  </div>
);

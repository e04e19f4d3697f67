import { verificationChecks } from '#contract/catalogue/verification.ts';
import { getLocalizedName, listInspectionItems } from '#contract/inspection/kinds.ts';
import type { InspectionDetails } from '#contract/inspection/shapes.ts';
import { decideVerificationVerdict } from '#contract/inspection/verdict.ts';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';

/** The checks for which the property would be rejected in the current state, by the server's rule; empty until all are answered. */
export function findFailedChecks({ areas, answers, units, place }: Pick<InspectionDetails, 'areas' | 'answers' | 'units' | 'place'>): string[] {
  const said = new Map(answers.map((answer) => [answer.item, answer]));
  const items = listInspectionItems(areas);
  if (place === null || items.some(({ id }) => typeof said.get(id)?.passed !== 'boolean')) return [];
  const passed = new Map(
    verificationChecks.flatMap((what) => {
      const yes = said.get(`property.${what}`)?.passed;
      return typeof yes === 'boolean' ? [[what, yes] as const] : [];
    }),
  );
  const counted = said.get('property.units')?.counted ?? null;
  return decideVerificationVerdict({ passed, counted, units: units ?? 0, place: place.verdict }).failed.map((what) => {
    const item = items.find(({ id }) => id === `property.${what}`);
    return item ? getLocalizedName(getLocale(), item) : m.inspection_place_far();
  });
}

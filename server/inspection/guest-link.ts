import { inspectionPublicScreens } from '#contract/inspection/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { clock } from '#contract/time/clock.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeBlindMark } from '#server/kernel/seal.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';

/** A member of the tenancy and the report that was sent to them. */
export type InspectionGuest = { readonly inspection: number; readonly member: number };
const passHours = 24;
const signed = (what: 'link' | 'pass', text: string): string =>
  `${text}.${makeBlindMark(`inspect-${what}:${text}`).toString('base64url').slice(0, 22)}`;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const numbers = (...all: number[]): string => all.map((one) => one.toString(36)).join('.');

/** The link to the report, which is the same in every message. It opens the report only together with a code. */
export const makeGuestLinkToken = ({ inspection, member }: InspectionGuest): string => signed('link', numbers(inspection, member));
export const buildGuestAnswerPath = (inspection: number, member: number): string =>
  href(inspectionPublicScreens.answer, { token: makeGuestLinkToken({ inspection, member }) });
/** The pass issued for link and code, valid for one day and for this report only. */
export const makeGuestPass = ({ inspection, member }: InspectionGuest): string =>
  signed('pass', numbers(inspection, member, clock.ms() + passHours * 3_600_000));

function read(what: 'link' | 'pass', given: string): number[] {
  const text = given.slice(0, given.lastIndexOf('.'));
  if (!isSameSecret(signed(what, text), given)) throw missing();
  return text.split('.').map((part) => Number.parseInt(part, 36));
}
export function readGuestToken(token: string): InspectionGuest {
  const [inspection = 0, member = 0] = read('link', token);
  return { inspection, member };
}
export function readGuestPass(pass: string): InspectionGuest {
  const [inspection = 0, member = 0, until = 0] = read('pass', pass);
  if (until <= clock.ms()) throw missing();
  return { inspection, member };
}

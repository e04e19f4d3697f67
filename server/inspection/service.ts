/** The inspection room: what other rooms may use of it, and what its calls are served by. */
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { answer, cancel, settle } from './answers.ts';
import { createTemplate, retireTemplate, templates, updateTemplate } from './forms.ts';
import { details } from './full.ts';
import { inspectors } from './inspectors.ts';
import { all, mine } from './lists.ts';
import { sendOps } from './ops.ts';
import { begin, takePen } from './pen.ts';
import { sendPhoto } from './photos.ts';
import { plan, planVerification } from './plan.ts';
import { decide, submit } from './submit.ts';

/** What its calls are served by; what changes an inspection answers it as it is afterwards. */
export function inspectionService(house: House) {
  const asItStands = details(house);
  const after =
    <I extends { readonly id: number }>(work: (ctx: Ctx, input: I) => Promise<void>) =>
    async (ctx: Ctx, input: I) => {
      await work(ctx, input);
      return asItStands(ctx, { id: input.id });
    };
  const made =
    <I>(work: (ctx: Ctx, input: I) => Promise<number>) =>
    async (ctx: Ctx, input: I) =>
      asItStands(ctx, { id: await work(ctx, input) });
  return {
    ...{ all, mine, details: asItStands, inspectors, templates, createTemplate, updateTemplate, retireTemplate },
    ...{ create: made(plan), createVerification: made(planVerification), begin: after(begin), takePen: after(takePen) },
    ...{ ops: sendOps(house), photo: sendPhoto(house), submit: after(submit), answer: after(answer), settle: after(settle) },
    ...{ decide: after(decide), cancel: after(cancel) },
  };
}
export { agreedOf } from './agreed.ts';
export { digestOf } from './rows.ts';

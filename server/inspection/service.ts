/** The inspection module: its interface for other modules and its call handlers. */
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { answer, cancel, close } from './answers.ts';
import { acquireEditLock, begin } from './edit-lock.ts';
import { createTemplate, listTemplates, retireTemplate, updateTemplate } from './forms.ts';
import { details } from './inspection-detail.ts';
import { listInspectors } from './inspectors.ts';
import { list, listMine } from './lists.ts';
import { sendOps } from './ops.ts';
import { sendPhoto } from './photos.ts';
import { planInspection, planVerification } from './plan.ts';
import { decideVerification, submit } from './submit.ts';

/** The call handlers. Calls that change an inspection return its new state. */
export function inspectionService(services: RunningServices) {
  const asItStands = details(services);
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
    ...{ list, listMine, details: asItStands, listInspectors, listTemplates, createTemplate, updateTemplate, retireTemplate },
    ...{ create: made(planInspection), createVerification: made(planVerification), begin: after(begin), acquireEditLock: after(acquireEditLock) },
    ...{ ops: sendOps(services), photo: sendPhoto(services), submit: after(submit), answer: after(answer), close: after(close) },
    ...{ decideVerification: after(decideVerification), cancel: after(cancel) },
  };
}
export { readAgreedReport } from './agreed-report.ts';
export { inspectionDigest } from './rows.ts';

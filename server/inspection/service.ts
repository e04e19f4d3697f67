/** The inspection module: its interface for other modules and its call handlers. */
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { answerInspection, cancelInspection, closeInspection } from './answers.ts';
import { acquireEditLock, beginInspection } from './edit-lock.ts';
import { createInspectionTemplate, listInspectionTemplates, retireInspectionTemplate, updateInspectionTemplate } from './forms.ts';
import { makeInspectionDetailsReader } from './inspection-detail.ts';
import { listInspectors } from './inspectors.ts';
import { listInspections, listOwnInspections } from './lists.ts';
import { applyInspectionOps } from './ops.ts';
import { addInspectionPhoto } from './photos.ts';
import { planInspection, planVerification } from './plan.ts';
import { decidePropertyVerification, submitInspection } from './submit.ts';

/** The call handlers. Calls that change an inspection return its new state. */
export function inspectionService(services: RunningServices) {
  const asItStands = makeInspectionDetailsReader(services);
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
    list: listInspections,
    listMine: listOwnInspections,
    details: asItStands,
    listInspectors,
    listTemplates: listInspectionTemplates,
    createTemplate: createInspectionTemplate,
    updateTemplate: updateInspectionTemplate,
    retireTemplate: retireInspectionTemplate,
    create: made(planInspection),
    createVerification: made(planVerification),
    begin: after(beginInspection),
    acquireEditLock: after(acquireEditLock),
    ops: applyInspectionOps(services),
    photo: addInspectionPhoto(services),
    submit: after(submitInspection),
    answer: after(answerInspection),
    close: after(closeInspection),
    decideVerification: after(decidePropertyVerification),
    cancel: after(cancelInspection),
  };
}
export { listAgreedReports } from './agreed-report.ts';
export { hashInspection } from './rows.ts';

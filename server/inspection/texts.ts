import { translateAuditReason } from '#contract/audit/reasons.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';
import { formatMoment, formatShortMoment } from './moment-text.ts';
import { getInspectionKindName } from './notify.ts';

type About = { readonly kind: string; readonly place: string };
const said = ({ kind, place }: About) => ({ kind: getInspectionKindName(kind), place });

export const inspectionTexts = withSmsTexts(
  {
    'inspection.scheduled': (p) => ({
      heading: m.inspection_mail_scheduled_heading(said(p)),
      message: m.inspection_mail_scheduled_message({ ...said(p), when: formatMoment(p.when) }),
    }),
    'inspection.canceled': (p) => ({
      heading: m.inspection_mail_canceled_heading(said(p)),
      message: m.inspection_mail_canceled_message({ ...said(p), reason: translateAuditReason(p.reason) }),
    }),
    'inspection.submitted': (p) => ({
      heading: m.inspection_mail_submitted_heading(said(p)),
      message: p.when ? m.inspection_mail_submitted_answer({ ...said(p), when: formatMoment(p.when) }) : m.inspection_mail_submitted_message(said(p)),
    }),
    'inspection.agree_by': (p) => ({
      heading: m.inspection_mail_agree_by_heading(said(p)),
      message: m.inspection_mail_agree_by_message({ ...said(p), when: formatMoment(p.when) }),
    }),
    'inspection.settled': (p) => ({
      heading: m.inspection_mail_settled_heading(said(p)),
      message: m.inspection_mail_settled_message({ ...said(p), reason: translateAuditReason(p.reason) }),
    }),
    'inspection.unassigned': (p) => ({
      heading: m.inspection_mail_unassigned_heading(said(p)),
      message: m.inspection_mail_unassigned_message({ ...said(p), reason: translateAuditReason(p.reason) }),
    }),
    'inspection.photo_late': (p) => ({
      heading: m.inspection_mail_photo_late_heading(said(p)),
      message: m.inspection_mail_photo_late_message(said(p)),
    }),
    'inspection.disputed': (p) => ({
      heading: m.inspection_mail_disputed_heading(said(p)),
      message: m.inspection_mail_disputed_message({ ...said(p), count: p.count }),
    }),
  },
  {
    'inspection.scheduled': (p) => m.inspection_sms_scheduled({ ...said(p), when: formatShortMoment(p.when) }),
    'inspection.canceled': (p) => m.inspection_sms_canceled(said(p)),
    'inspection.submitted': (p) =>
      p.when ? m.inspection_sms_submitted_answer({ place: p.place, when: formatShortMoment(p.when) }) : m.inspection_sms_submitted(said(p)),
    'inspection.agree_by': ({ place, when }) => m.inspection_sms_agree_by({ place, when: formatShortMoment(when) }),
  },
);

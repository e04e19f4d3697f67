import type { PaperKind, Standing } from '#contract/paper/kinds.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const kindNames: Readonly<Record<PaperKind, () => string>> = {
  contract: m.paper_kind_contract,
  addendum: m.paper_kind_addendum,
  id: m.paper_kind_id,
  kra_pin: m.paper_kind_kra_pin,
  receipt: m.paper_kind_receipt,
  inspection: m.paper_kind_inspection,
  notice: m.paper_kind_notice,
  other: m.paper_kind_other,
};
export const standingNames: Readonly<Record<Standing, { label: () => string; tone: Tone }>> = {
  missing: { label: m.paper_standing_missing, tone: 'warn' },
  rejected: { label: m.paper_standing_rejected, tone: 'bad' },
  expired: { label: m.paper_standing_expired, tone: 'bad' },
  expiring: { label: m.paper_standing_expiring, tone: 'warn' },
  open: { label: m.paper_standing_open, tone: 'wait' },
  ok: { label: m.paper_standing_ok, tone: 'good' },
};

import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { signatureBoxSize } from '#contract/agreement/kinds.ts';
import { getLocalizedName, listInspectionItems } from '#contract/inspection/kinds.ts';
import {
  disputeStateLabels,
  inspectionKindLabels,
  inspectionMeterLabels,
  inspectionSignerRoleLabels,
  itemConditionLabels,
  repairChargePartyLabels,
} from '#contract/inspection/labels.ts';
import { listRepairShares, sumRepairShares } from '#contract/inspection/repair-shares.ts';
import type { InspectionAnswer, InspectionDetails } from '#contract/inspection/shapes.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { drawPictureAtPath } from '#server/art/service.ts';
import { asClock, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { maxImagePixels } from '#server/media/service.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sendPdfDocument } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { makeInspectionDetailsReader } from './inspection-detail.ts';
import { formatMoment } from './moment-text.ts';
import { isInspectionReportLinkValid } from './report-path.ts';
import { readInspectionPhotos } from './rows.ts';

const picturesMost = 80;
type Asked = { Params: { id: string }; Querystring: Record<string, unknown> };

/** Serves the PDF report at the signed address. The PDF is created on request, so it shows the current state. */
export async function inspectionReportRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  app.get<Asked>('/files/inspection/:id', async (request, reply) => {
    const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
    if (!isInspectionReportLinkValid(services.secret, id, request.query)) throw new Refusal('notFound', sentence('itemNotFound'));
    return sendPdfDocument(reply, await renderInspectionReport(services, id));
  });
}

export async function renderInspectionReport(services: RunningServices, id: number): Promise<{ code: string; bytes: Uint8Array }> {
  const ctx = asClock(services.database.db, 'a signed link opens a report');
  const one = await makeInspectionDetailsReader(services)(ctx, { id });
  const pictures = await picturesOf(services, id);
  return { code: one.code, bytes: await renderPdfDocument(buildInspectionReportPdfDocument(one, pictures)) };
}

const drawn = (url: string | null): Buffer | null => {
  const drawing = url === null ? null : drawPictureAtPath(url);
  return drawing === null ? null : Buffer.from(drawing);
};

/** The photos reduced to small JPEGs for the report. */
async function picturesOf(services: RunningServices, id: number): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const rows = await readInspectionPhotos(asClock(services.database.db, 'a signed link shows the photos of a report'), [id]);
  for (const { id: photo, sha256, key, url } of rows.slice(0, picturesMost)) {
    const small = lately.get(sha256) ?? (await smallOf(key === null ? drawn(url) : await services.storage.get(key)));
    if (!small) continue;
    found.set(photo, small);
    remember(sha256, small);
  }
  return found;
}

/** A cache of reduced photos by the hash of their originals, because a report is often requested repeatedly. It holds about 20 MB at most. */
const lately = new Map<string, Uint8Array>();
const latelyMost = 300;
function remember(sha256: string, small: Uint8Array): void {
  lately.delete(sha256);
  lately.set(sha256, small);
  const [oldest] = lately.keys();
  if (lately.size > latelyMost && oldest !== undefined) lately.delete(oldest);
}

const smallOf = async (data: Uint8Array | null): Promise<Uint8Array | null> =>
  data &&
  (await sharp(data, { limitInputPixels: maxImagePixels })
    .rotate()
    .resize({ width: 700, withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
    .catch(() => null));

/** The lines above the items: location, kind, date and people. */
const pairsOf = (one: InspectionDetails): (readonly [string, string])[] => [
  [m.inspection_column_place(), one.unit ? `${one.property.name}, ${one.unit.name}` : one.property.name],
  [m.inspection_column_status(), formatInspectionStatus(one)],
  [m.inspection_column_when(), formatMoment(one.scheduled_at)],
  ...(one.inspector ? [[m.inspection_inspector(), one.inspector.name] as const] : []),
  ...(one.tenancy?.lead ? [[m.inspection_signer_tenant(), one.tenancy.lead] as const] : []),
  ...(one.submitted_at ? [[m.inspection_submitted_on(), formatMoment(one.submitted_at)] as const] : []),
  ...(one.keys_count === null ? [] : [[m.inspection_keys(), String(one.keys_count)] as const]),
  ...one.readings.map((reading) => [`${inspectionMeterLabels[reading.kind]()} ${reading.meter}`, String(reading.value)] as const),
];

export function buildInspectionReportPdfDocument(one: InspectionDetails, pictures: ReadonlyMap<string, Uint8Array>): PdfDocumentContent {
  const language = localeContext.current();
  const said = new Map(one.answers.map((answer) => [answer.item, answer]));
  const then = new Map(one.baseline?.answers.map((answer) => [answer.item, answer]));
  const items = listInspectionItems(one.areas);
  const named = new Map(items.map((item) => [item.id, `${getLocalizedName(language, item.area)}: ${getLocalizedName(language, item)}`]));
  const columns = [
    { title: m.inspection_item(), share: 0.24 },
    ...(one.baseline ? [{ title: m.inspection_at_move_in(), share: 0.16 }] : []),
    { title: m.inspection_found(), share: 0.16 },
    { title: m.inspection_note() },
    { title: m.inspection_other_side(), share: 0.2 },
  ];
  const parts: PdfDocumentPart[] = [{ pairs: pairsOf(one) }];
  for (const area of one.areas) {
    parts.push({ heading: getLocalizedName(language, area), level: 2 });
    const rows = items
      .filter((item) => item.area.key === area.key)
      .map((item) => {
        const answer = said.get(item.id);
        const before = then.get(item.id);
        const was = one.baseline ? [before ? foundText(before) : ''] : [];
        return [getLocalizedName(language, item), ...was, answer ? foundText(answer) : m.inspection_open(), noteText(answer), otherText(answer)];
      });
    parts.push({ table: { columns, rows } });
    for (const photo of one.photos.filter((shown) => shown.item.startsWith(`${area.key}.`))) {
      const picture = pictures.get(photo.id);
      if (picture) parts.push({ picture, alt: named.get(photo.item) ?? '', width: 220 });
      const when = photo.late ? m.inspection_late_on({ when: formatMoment(photo.arrived_at) }) : photo.taken_at ? formatMoment(photo.taken_at) : '';
      const about = [named.get(photo.item) ?? '', when, `SHA-256 ${photo.sha256}`];
      parts.push({ text: about.filter(Boolean).join('. '), style: 'small' });
    }
  }
  parts.push(...paysParts(one, named));
  parts.push({ heading: m.inspection_signatures(), level: 2 });
  for (const { role, name, at, drawn, holds } of one.signatures)
    parts.push({
      signature: {
        name,
        role: inspectionSignerRoleLabels[role](),
        ...(drawn ? { drawn: { path: drawn, ...signatureBoxSize } } : { typed: name }),
        said: `${formatMoment(at)}. ${holds ? m.inspection_signature_holds() : m.inspection_signature_old()}`,
      },
    });
  return {
    title: `${inspectionKindLabels[one.kind]()} ${one.code}`,
    subtitle: one.company.name,
    language,
    foot: one.code,
    at: new Date(one.submitted_at ?? one.created_at),
    parts,
  };
}

/** The repair costs by side, on which the deposit settlement is based. */
function paysParts(one: InspectionDetails, named: ReadonlyMap<string, string>): PdfDocumentPart[] {
  const all = listRepairShares(one);
  if (all.length === 0) return [];
  const columns = [
    { title: m.inspection_item() },
    { title: m.inspection_cost(), share: 0.15, right: true },
    { title: m.inspection_life_left(), share: 0.15, right: true },
    { title: m.inspection_charge_tenant(), share: 0.15, right: true },
    { title: m.inspection_charge_owner(), share: 0.15, right: true },
    { title: m.inspection_other_side(), share: 0.15 },
  ];
  const rows = all.map(({ item, cost_cents, proposal, tenant_cents, owner_cents, stand }) => [
    named.get(item) ?? '',
    formatKesPlain(cost_cents),
    proposal?.life_months ? m.inspection_months_of({ left: Math.max(0, proposal.life_months - proposal.months), life: proposal.life_months }) : '',
    formatKesPlain(tenant_cents),
    formatKesPlain(owner_cents),
    disputeStateLabels[stand](),
  ]);
  const { agreed, open, owner } = sumRepairShares(all);
  const total = [
    m.inspection_total(),
    formatKesPlain(sumCents(all.map((row) => row.cost_cents))),
    '',
    formatKesPlain(sumCents([agreed, open])),
    formatKesPlain(owner),
    '',
  ];
  return [
    { heading: m.inspection_pays(), level: 2 },
    { text: m.inspection_proposals_help(), style: 'note' },
    { table: { columns, rows, foot: total } },
    {
      pairs: [
        [m.inspection_pays_agreed(), formatKesPlain(agreed)],
        [m.inspection_pays_open(), formatKesPlain(open)],
      ],
    },
  ];
}

export const formatInspectionStatus = ({ status, history }: Pick<InspectionDetails, 'status' | 'history'>): string => {
  const silent = status === 'agreed' && history[0]?.by === null;
  const names = {
    scheduled: m.inspection_status_scheduled,
    in_progress: m.inspection_status_in_progress,
    submitted: m.inspection_status_submitted,
    agreed: silent ? m.inspection_status_no_answer : m.inspection_status_agreed,
    disputed: m.inspection_status_disputed,
    canceled: m.inspection_status_canceled,
  } as const;
  return names[status]();
};
const foundText = ({ condition, passed, counted }: InspectionAnswer): string =>
  [condition ? itemConditionLabels[condition]() : '', passed === null ? '' : passed ? m.inspection_yes() : m.inspection_no(), counted ?? '']
    .filter((part) => part !== '')
    .join(', ');
const noteText = (answer: InspectionAnswer | undefined): string =>
  answer
    ? [
        answer.note,
        answer.cost_cents ? `${formatKesPlain(answer.cost_cents)}, ${repairChargePartyLabels[answer.charge_to]()}` : '',
        ...answer.also_said.map((said) => `${said.by}: ${said.text}`),
      ]
        .filter(Boolean)
        .join('. ')
    : '';
const otherText = (answer: InspectionAnswer | undefined): string => {
  if (!answer?.answer) return '';
  return answer.answer === 'agreed' ? m.inspection_answer_agreed() : `${m.inspection_answer_disputed()}: ${answer.answer_note}`;
};

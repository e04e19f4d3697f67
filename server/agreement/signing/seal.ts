import type { PartyRole } from '#contract/agreement/kinds.ts';
import { signatureBoxSize } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import { timeZone } from '#contract/constants.ts';
import { href } from '#contract/kernel/screen.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { childrenOf, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { openSealer, type PdfDocumentPart, renderPdfDocument, sealPdfDocument } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import { notifyAgreementManagers, notifyAgreementParties, readAgreementHomeName } from '../notify.ts';
import { partyRoleLabels } from '../pdf-text.ts';
import { type AgreementRow, addAgreementTrailEntry, listAgreementParties } from '../rows.ts';
import { sha256Hex, storeSystemFile } from '../send.ts';
import { agreementTrailTexts } from '../trail-words.ts';

const why = 'the agreement is sealed after all parties have signed';
type Language = 'en' | 'sw';

const said = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(at);

const signaturesOf = (db: Db, row: AgreementRow) =>
  childrenOf(db, row, 'agreement_party', 'agreement_id')
    .select()
    .innerJoin('agreement_signature', 'agreement_signature.party_id', 'agreement_party.id')
    .select(['agreement_party.name', 'agreement_party.role', 'agreement_party.phone', 'agreement_party.email', 'agreement_party.phone_before'])
    .select([
      'agreement_signature.kind',
      'agreement_signature.drawn',
      'agreement_signature.at',
      'agreement_signature.proved_by',
      'agreement_signature.ip',
      'agreement_signature.agent',
    ])
    .orderBy('agreement_signature.at')
    .execute();

const eventsOf = (db: Db, row: AgreementRow) =>
  childrenOf(db, row, 'agreement_event', 'agreement_id')
    .select()
    .leftJoin('agreement_party', 'agreement_party.id', 'agreement_event.party_id')
    .select(['agreement_event.at', 'agreement_event.what', 'agreement_event.detail', 'agreement_event.ip', 'agreement_party.name'])
    .orderBy('agreement_event.id')
    .execute();

const describeStep = (what: string, language: Language): string => agreementTrailTexts[what as keyof typeof agreementTrailTexts]?.(language) ?? what;

/** The certificate page after the text: signers, times, addresses, proof of identity, the trail, and where the file can be verified. */
async function certificate(services: RunningServices, db: Db, row: AgreementRow): Promise<Uint8Array> {
  const language: Language = row.language === 'sw' ? 'sw' : 'en';
  const locale = { locale: language } as const;
  const address = `${services.env.appUrl}${href(agreementPublicScreens.verifyCode, { code: row.verify_code ?? '' })}`;
  const signatures = await signaturesOf(db, row);
  const events = await eventsOf(db, row);
  const how = (proved: string) => (proved === 'sms' ? m.agreement_proved_sms({}, locale) : m.agreement_proved_email({}, locale));
  const parts: PdfDocumentPart[] = [
    {
      pairs: [
        [m.agreement_certificate_agreement({}, locale), `${row.code} · v${row.version}`],
        [m.agreement_certificate_text({}, locale), row.pdf_sha256 ?? ''],
        [m.agreement_certificate_code({}, locale), row.verify_code ?? ''],
      ],
    },
    { qr: address, alt: address, text: m.agreement_certificate_verify({ address }, locale) },
    { heading: m.agreement_signatures({}, locale), level: 2 },
    ...signatures.map(
      (s): PdfDocumentPart => ({
        signature: {
          name: s.name,
          role: partyRoleLabels[s.role as PartyRole](language),
          ...(s.kind === 'drawn' ? { drawn: { path: s.drawn, ...signatureBoxSize } } : { typed: s.drawn }),
          said: [
            said(s.at, language),
            how(s.proved_by),
            s.phone ?? s.email ?? '',
            s.phone_before ? m.agreement_certificate_before({ before: s.phone_before }, locale) : '',
            s.ip ?? '',
          ]
            .filter(Boolean)
            .join(' · '),
        },
      }),
    ),
    { heading: m.agreement_trail({}, locale), level: 2 },
    {
      table: {
        columns: [
          { title: m.agreement_certificate_when({}, locale), share: 0.27 },
          { title: m.agreement_certificate_what({}, locale) },
          { title: m.agreement_certificate_who({}, locale), share: 0.25 },
          { title: 'IP', share: 0.17 },
        ],
        rows: events.map((e) => [
          said(e.at, language),
          [describeStep(e.what, language), digestText(e.detail, language)].filter(Boolean).join('. '),
          e.name ?? '',
          e.ip ?? '',
        ]),
      },
    },
  ];
  return renderPdfDocument({
    title: m.agreement_certificate_title({}, locale),
    language,
    foot: `${row.code} · ${row.verify_code}`,
    at: clock.now(),
    parts,
  });
}

type Digests = { readonly signature?: string; readonly device?: string };
/** Enough digits of both hashes to identify them. */
const digestText = (detail: unknown, locale: Language): string => {
  const { signature, device } = detail as Digests;
  return signature ? m.agreement_certificate_digest({ signature: signature.slice(0, 16), device: device?.slice(0, 16) ?? '' }, { locale }) : '';
};

const ready = async (db: Db, id: number, lock = false): Promise<AgreementRow | null> => {
  const query = systemRows(db, 'agreement', why).selectAll().where('id', '=', id).where('status', '=', 'partially_signed');
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row?.pdf_file) return null;
  return (await listAgreementParties(db, row)).every((p) => p.status === 'signed') ? row : null;
};

/**
 * Seals a lease or another agreement. A job runs this once all have signed; only then is the agreement fully signed. It is safe to run twice,
 * because a sealed agreement is skipped.
 */
export async function sealAgreement(services: RunningServices, agreementId: number): Promise<void> {
  const { db } = services.database;
  const row = await ready(db, agreementId);
  if (!row) return;
  try {
    const signed = await services.storage.get(row.pdf_file ?? '');
    if (!signed || sha256Hex(signed) !== row.pdf_sha256) throw new Error(`the text of ${row.code} is not the one that was signed`);
    const at = clock.now();
    const sealer = await openSealer({
      dataDir: services.env.dataDir,
      key: services.env.SEAL_KEY,
      certificate: services.env.SEAL_CERT,
      name: services.env.PRODUCT_NAME,
    });
    const bytes = sealPdfDocument(signed, await certificate(services, db, row), sealer, at);
    await db.transaction().execute(async (tx) => {
      if (!(await ready(tx, agreementId, true))) return;
      const ctx = asClock(tx);
      const sealed_file = await storeSystemFile(services, ctx, bytes, `${row.code}-sealed.pdf`);
      await sameRow(tx, 'agreement', row)
        .change()
        .set({ sealed_file, sealed_sha256: sha256Hex(bytes), sealed_at: at, seal_failed_at: null, updated_at: at })
        .$call(oneRow);
      await makeMove(ctx, agreementMachine, 'seal', agreementId, null, 'clock');
      await addAgreementTrailEntry(ctx, agreementId, 'sealed', { detail: { said: sha256Hex(bytes) } });
      await completeAgreement(ctx, row);
    });
  } catch (problem) {
    await db.transaction().execute((tx) => failed(tx, agreementId));
    throw problem;
  }
}

/** All parties have signed, on paper or here. The parties are notified and the tenancy may begin. */
export async function completeAgreement(ctx: Parameters<typeof publishEvent>[0], row: AgreementRow): Promise<void> {
  const words = {
    event: 'contract.completed',
    params: { home: await readAgreementHomeName(ctx, row), code: row.code },
    key: String(row.id),
  } as const;
  await notifyAgreementParties(ctx, row, words);
  await notifyAgreementManagers(ctx, row, words);
  await publishEvent(ctx, 'agreement.sealed', { agreementId: row.id, tenancyId: row.tenancy_id });
}

/** The agreement stays partly signed, and the landlord's side is notified once. The job is retried, and a person can retry it. */
async function failed(tx: Db, agreementId: number): Promise<void> {
  const row = await ready(tx, agreementId, true);
  if (!row || row.seal_failed_at !== null) return;
  const ctx = asClock(tx);
  await sameRow(tx, 'agreement', row).change().set({ seal_failed_at: clock.now() }).$call(oneRow);
  await addAgreementTrailEntry(ctx, agreementId, 'seal_failed');
  const words = {
    event: 'contract.seal_failed',
    params: { home: await readAgreementHomeName(ctx, row), code: row.code },
    key: `${agreementId}:${clock.ms()}`,
  } as const;
  await notifyAgreementManagers(ctx, row, words);
  await notifyAgreementParties(ctx, row, words, (p) => p.role !== 'owner' && p.role !== 'agent');
}

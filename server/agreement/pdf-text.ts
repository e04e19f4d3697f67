import type { PartyRole } from '#contract/agreement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument } from '#server/pdf/service.ts';
import { m } from '#words/messages.js';
import type { AgreementRow, PartyRow, readAgreementText } from './rows.ts';

type Words = Awaited<ReturnType<typeof readAgreementText>>;
type Language = 'en' | 'sw';

export const partyRoleLabels: Readonly<Record<PartyRole, (language: Language) => string>> = {
  tenant: (locale) => m.agreement_role_tenant({}, { locale }),
  co_tenant: (locale) => m.agreement_role_co_tenant({}, { locale }),
  guarantor: (locale) => m.agreement_role_guarantor({}, { locale }),
  owner: (locale) => m.agreement_role_owner({}, { locale }),
  agent: (locale) => m.agreement_role_agent({}, { locale }),
  witness: (locale) => m.agreement_role_witness({}, { locale }),
};

/** The document to sign: the text in the requested language, with the governing language first, and the signers. */
export function buildAgreementPdfDocument(
  row: AgreementRow,
  { template, text }: Pick<Words, 'template' | 'text'>,
  parties: readonly PartyRow[],
): PdfDocumentContent {
  const main: Language = row.language === 'both' ? template.governs : row.language;
  const other: Language = main === 'en' ? 'sw' : 'en';
  const parts: PdfDocumentPart[] = text.blocks.map((block): PdfDocumentPart => {
    if (row.language === 'both') return { beside: [block[main], block[other]], languages: [main, other], heading: block.kind === 'heading' };
    return block.kind === 'heading' ? { heading: block[main], level: 2 } : { text: block[main] };
  });
  const locale = { locale: main } as const;
  return {
    title: text.title[main],
    subtitle: row.language === 'both' ? text.title[other] : `${row.code} · v${row.version}`,
    language: main,
    foot: `${row.code} · v${row.version}`,
    at: clock.now(),
    parts: [
      ...(template.reviewed_by === '' ? [{ text: m.agreement_caution_no_advocate({}, locale), style: 'note' } as const] : []),
      ...(row.language === 'both'
        ? [{ text: main === 'en' ? m.agreement_governs_en({}, locale) : m.agreement_governs_sw({}, locale), style: 'note' } as const]
        : []),
      ...parts,
      // An agreement signed here has no signature lines because the certificate after it shows the signatures. A paper copy has space beside the
      // names.
      { heading: m.agreement_signed_by({}, locale), level: 2 },
      { pairs: parties.map((party) => [partyRoleLabels[party.role](main), party.name] as const) },
      { text: m.agreement_signed_how({}, locale), style: 'note' },
    ],
  };
}
export const renderAgreementPdf = (...given: Parameters<typeof buildAgreementPdfDocument>): Promise<Uint8Array> =>
  renderPdfDocument(buildAgreementPdfDocument(...given));

import { auditDocumentLabels } from '#contract/audit/labels.ts';
import type { ContractModule } from '#contract/kernel/module.ts';
import { modules } from '#contract/modules.ts';

/** Includes the documents that modules add to the permission documents. */
const names: Readonly<Record<string, () => string>> = Object.assign(
  {},
  auditDocumentLabels,
  ...Object.values<ContractModule>(modules).map((module) => module.audits),
);

/** A document unknown to this version of the code is shown by its raw name. */
export const getAuditDocumentName = (document: string): string => names[document]?.() ?? toReadableName(document);

/** `effective_from` as "Effective from". */
export const toReadableName = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

import { permissionDocuments } from '#contract/access/documents.ts';
import { labels } from '#contract/kernel/labels.ts';

/** The display name of each permission document. A missing one does not compile. */
export const auditDocumentLabels = labels('audit_document', permissionDocuments);

import { permissionDocuments } from '#contract/access/documents.ts';
import { labels } from '#contract/kernel/labels.ts';

/** The display name of each permission document: the log and the permission matrix share these messages, so their names cannot differ. */
export const auditDocumentLabels = labels('access_doc', permissionDocuments);

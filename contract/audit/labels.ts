import { documents } from '#contract/access/documents.ts';
import { labels } from '#contract/kernel/labels.ts';

/** What a permission document is called on screen. One without a name does not compile. */
export const documentNames = labels('audit_document', documents);

import sanitize from 'sanitize-html';

/** The elements that a policy body may contain. Everything else is removed, not escaped, so that pasted pages become clean text. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'b',
    'i',
    'u',
    's',
    'a',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'hr',
    'code',
  ],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...(attribs.href ? { href: attribs.href } : {}), ...(/^https?:/i.test(attribs.href ?? '') ? { rel: 'noopener nofollow' } : {}) },
    }),
  },
};

export const sanitizePolicyHtml = (html: string): string => sanitize(html, allowed).trim();

/** The plain text, to check whether a sanitised body is empty. */
export const htmlToPlainText = (html: string): string => sanitize(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();

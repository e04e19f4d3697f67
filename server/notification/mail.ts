import { m } from '#words/messages.js';

/** One of several notifications in a summary email. */
export type MailItem = { readonly heading: string; readonly message: string; readonly link: string | null };
export type MailContent = {
  readonly product: string;
  readonly appUrl: string;
  /** The support contact, for texts that mention support. */
  readonly support?: string;
  readonly locale: 'en' | 'sw';
  readonly heading: string;
  readonly message: string;
  readonly items?: readonly MailItem[];
  readonly button: { readonly label: string; readonly url: string } | null;
};

const safe = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Email programs support neither style sheets nor variables, so all styles are inline. */
const ink = '#17201c';
const quiet = '#6b6f67';
const green = '#015a40';
const mango = '#f4b73f';
const murram = '#c8532a';
const face = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The kanga border, made of table cells: the only ornament every email program renders. */
const pindo = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><tr>${Array.from({ length: 24 }, (_, at) => `<td height="8" bgcolor="${[ink, mango, murram, mango][at % 4]}" style="height:8px;line-height:8px;font-size:0">&nbsp;</td>`).join('')}</tr></table>`;

const buttonOf = ({ label, url }: { label: string; url: string }) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 16px"><tr><td bgcolor="${green}" style="border-radius:10px"><a href="${safe(url)}" style="display:inline-block;padding:13px 22px;font:600 16px/20px ${face};color:#ffffff;text-decoration:none">${safe(label)}</a></td></tr></table><p style="margin:0;font-size:13px;line-height:20px;color:${quiet}">${safe(m.notification_mail_link())}<br><a href="${safe(url)}" style="color:${green};word-break:break-all">${safe(url)}</a></p>`;

const itemOf = ({ heading, message, link }: MailItem) =>
  `<tr><td style="padding:14px 0;border-top:1px solid #e9eae6"><b style="font:600 16px/24px ${face};color:${ink}">${link ? `<a href="${safe(link)}" style="color:${green}">${safe(heading)}</a>` : safe(heading)}</b><br>${safe(message).replaceAll('\n', '<br>')}</td></tr>`;
const itemsOf = (items: readonly MailItem[]) =>
  items.length === 0
    ? ''
    : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:16px;font:400 15px/23px ${face};color:${ink}">${items.map(itemOf).join('')}</table>`;

/** The text of the email as HTML and as plain text, in the current language. */
export function renderMail({ product, appUrl, locale, heading, message, items = [], button, support = '' }: MailContent): {
  html: string;
  text: string;
} {
  const foot = `${m.notification_mail_foot({ product })}${support && ` ${m.notification_mail_support({ contacts: support })}`}`;
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(heading)}</title></head><body style="margin:0;padding:0;background:#f3f5f2"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f2"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e9eae6;border-radius:14px;overflow:hidden"><tr><td>${pindo}</td></tr><tr><td style="padding:28px 28px 32px;font:400 16px/25px ${face};color:${ink}"><a href="${safe(appUrl)}" style="font:700 22px/28px ${face};color:${green};text-decoration:none">${safe(product.toLowerCase())}</a><h1 style="margin:20px 0 8px;font:650 24px/30px ${face};color:${ink}">${safe(heading)}</h1><p style="margin:0">${safe(message).replaceAll('\n', '<br>')}</p>${itemsOf(items)}${button ? buttonOf(button) : ''}</td></tr></table><p style="max-width:560px;margin:16px auto 0;font:400 12px/18px ${face};color:${quiet}">${safe(foot)}</p></td></tr></table></body></html>`;
  const listed = items.flatMap((one) => ['', `* ${one.heading}`, one.message, ...(one.link ? [one.link] : [])]);
  const text = [heading, '', message, ...listed, ...(button ? ['', `${button.label}:`, button.url] : []), '', '-- ', foot].join('\n');
  return { html, text };
}

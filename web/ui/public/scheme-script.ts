/** The storage keys of the colour choice. Public pages, dashboards and the inline script read these two keys. */
export const SCHEME_KEY = 'makao-color-scheme';
export const ACCENT_KEY = 'makao-accent';
export const SCHEME_ATTRIBUTE = 'data-mantine-color-scheme';
export const ACCENT_ATTRIBUTE = 'data-accent';

/**
 * This script is put into <head> unchanged, before any stylesheet, so that the first paint has the right colours. It is a constant, because the
 * content security policy allows it by the hash of this exact text (createHash('sha256').update(schemeScript).digest('base64')).
 */
export const schemeScript = `(function(){var d=document.documentElement,s,a;try{s=localStorage.getItem('${SCHEME_KEY}');a=localStorage.getItem('${ACCENT_KEY}')}catch(e){}if(s!=='light'&&s!=='dark')s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';d.setAttribute('${SCHEME_ATTRIBUTE}',s);if(a&&/^[a-z]+$/.test(a))d.setAttribute('${ACCENT_ATTRIBUTE}',a)})()`;

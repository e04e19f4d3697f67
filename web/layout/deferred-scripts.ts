/**
 * Loads scripts after pictures. A page can be read and its links followed without scripts, so visible content comes first: the page's modules are
 * requested when the pictures at its top have loaded, after the first input, or after a few seconds. A button pressed before the scripts run is
 * pressed again afterwards, so that the press is not lost. React handles a press during hydration at once, but drops it if a part is still loading;
 * whether it was handled is therefore checked afterwards, by `data-ready`.
 */
const modulesId = 'page-modules';
const patience = 5000;

/** The page as the router wrote it, with its modules removed: the delayed script contains their names. */
export function deferPageScripts(html: string): string {
  const files: string[] = [];
  const without = html.replace(/<link rel="modulepreload" href="([^"]+)"\/>/g, (_, href: string) => {
    files.push(href);
    return '';
  });
  const at = without.lastIndexOf('<script type="module" async="">');
  if (at === -1) return html;
  const waiting = `<script type="text/later" id="${modulesId}" data-files="${files.join(' ')}">`;
  return without.slice(0, at) + waiting + without.slice(at + '<script type="module" async="">'.length);
}

/**
 * The script is the same for every page, so that its hash in the policy is the same too. The modules' own script is allowed by its hash in any
 * position.
 */
export const deferredScript = `{const s=document.getElementById('${modulesId}'),on=['pointerdown','keydown','touchstart','wheel'];let done=false;
const go=()=>{if(done||!s)return;done=true;for(const n of on)removeEventListener(n,go,true);
for(const f of s.dataset.files.split(' '))if(f){const l=document.createElement('link');l.rel='modulepreload';l.href=f;document.head.append(l)}
const m=document.createElement('script');m.type='module';m.textContent=s.textContent;document.head.append(m)};
const soon=()=>document.hidden?go():requestAnimationFrame(()=>setTimeout(go));
for(const n of on)addEventListener(n,go,{capture:true,passive:true});
let pressed=null;const html=document.documentElement,keep=e=>{pressed=html.hasAttribute('data-ready')?null:e.target.closest('button[type="button"]')};
addEventListener('click',keep);
new MutationObserver((_,o)=>{o.disconnect();setTimeout(()=>{removeEventListener('click',keep);if(pressed&&pressed.isConnected)pressed.click()})}).observe(html,{attributeFilter:['data-ready']});
const wait=[...document.images].filter(i=>i.loading!=='lazy'&&!i.complete);
Promise.all(wait.map(i=>new Promise(r=>{i.addEventListener('load',r);i.addEventListener('error',r)}))).then(soon);
setTimeout(go,${patience})}`;

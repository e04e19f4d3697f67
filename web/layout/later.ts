/**
 * Scripts after pictures. A page can be read and its links followed without any script, so what is seen comes first: the page's modules
 * are asked for when the pictures that stand at its top are there, or as soon as somebody touches it, or after a few seconds. A button
 * pressed before the page answers is pressed again once it does: it was not pressed in vain. React wakes at once for a press it hears while
 * it hydrates, and drops it where something is still on its way; so whether it answered is asked after it heard, from `data-ready`.
 */
const modulesId = 'page-modules';
const patience = 5000;

/** The page as the router wrote it, its modules put by: their names are kept in the script that waits. */
export function startLater(html: string): string {
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

/** The same for every page, so that its hash in the policy is too. The modules' own script is allowed by its hash wherever it stands. */
export const laterScript = `{const s=document.getElementById('${modulesId}'),on=['pointerdown','keydown','touchstart','wheel'];let done=false;
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

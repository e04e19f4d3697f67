import { makePolicyPage, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const listing = {
  en: makePolicyPage`
<p>These standards apply to every listing an agent puts on Makao. They add to what owners must do, because you speak for a place that is not
yours.</p>
<h2>Your right to list</h2>
<ul>
<li>The property is in an active mandate of yours and the mandate covers this kind of listing: letting, management or sale.</li>
<li>Your EARB practising certificate is valid on the day you publish.</li>
<li>When a mandate ends, its listings come down. Do not move them to another account.</li>
<li>Only one agent has the live listing for a unit and type. If the owner has named two agents, agree who publishes.</li>
</ul>
<h2>See it before you list it</h2>
<p>Visit the unit yourself, or send staff. Take your own photos on that visit, at least three, and mark the rooms. Old photos from the owner may be
added only if they still show the truth. Never use pictures from another portal, a show house or a drawing without saying so.</p>
<h2>Money on the page</h2>
<table>
<thead><tr><th>Show</th><th>How</th></tr></thead>
<tbody>
<tr><td>Rent or price</td><td>What the owner has agreed in writing, with the period</td></tr>
<tr><td>Deposit</td><td>Months and amount, and who will hold it</td></tr>
<tr><td>Agent fee to the tenant</td><td>The full amount, or none</td></tr>
<tr><td>Service charge, water, garbage</td><td>A real figure from last month, not from zero</td></tr>
</tbody>
</table>
<p>A low price that rises on the phone is price bait. It counts as a false listing. There is no viewing fee and you may not hint at one in the text,
the photos or a message.</p>
<h2>Words and contact</h2>
<ul>
<li>Write in plain English or Kiswahili. Leave out phone numbers and links. The contact buttons do that work and keep a record.</li>
<li>Do not say verified unless the badge says so.</li>
<li>Do not describe the kind of people wanted. Describe the home.</li>
<li>For sales, say what stage the title is at. Do not promise a return on investment.</li>
</ul>
<h2>Keeping it current</h2>
<p>Pause the listing on the day a booking is approved. Close it when the home is let or sold. We ask after 30 days if it is still available and
pause it after 37 days without an answer. Answer enquiries within one working day. Your median time is public.</p>
<h2>When people report you</h2>
<ol>
<li>Three different reporters, or photos that match another owner's, pause a listing at once.</li>
<li>You and the owner are both told. You may answer with evidence.</li>
<li>An upheld report stays on your record. Repeated ones lead to suspension and a note to the EARB.</li>
<li>You may appeal once, at ${trustMailLink}.</li>
</ol>`,
  sw: makePolicyPage`
<p>Viwango hivi vinahusu kila tangazo ambalo wakala anaweka kwenye Makao. Vinaongezea yale ya wamiliki, kwa sababu unazungumzia mali isiyo yako.</p>
<h2>Haki yako ya kutangaza</h2>
<ul>
<li>Mali iko kwenye hati yako ya uwakala inayotumika, na hati hiyo inahusu aina hii ya tangazo: kupangisha, kusimamia au kuuza.</li>
<li>Cheti chako cha EARB ni halali siku unayochapisha.</li>
<li>Hati ikiisha, matangazo yake yanaondolewa. Usiyahamishe kwa akaunti nyingine.</li>
<li>Wakala mmoja tu ndiye mwenye tangazo la nyumba na aina hiyo. Mmiliki akiwa na mawakala wawili, kubalianeni nani atachapisha.</li>
</ul>
<h2>Ione kabla ya kuitangaza</h2>
<p>Tembelea nyumba mwenyewe, au utume mfanyakazi. Piga picha zako siku hiyo, angalau tatu, na uonyeshe ni chumba gani. Picha za zamani za mmiliki
ziongezwe tu kama bado ni za kweli. Usitumie picha za tovuti nyingine, nyumba ya maonyesho au mchoro bila kusema hivyo.</p>
<h2>Pesa kwenye tangazo</h2>
<table>
<thead><tr><th>Onyesha</th><th>Namna</th></tr></thead>
<tbody>
<tr><td>Kodi au bei</td><td>Ile mmiliki aliyokubali kwa maandishi, pamoja na kipindi chake</td></tr>
<tr><td>Amana</td><td>Miezi na kiasi, na atakayeishika</td></tr>
<tr><td>Ada ya wakala kwa mpangaji</td><td>Kiasi chote, au hakuna</td></tr>
<tr><td>Service charge, maji, taka</td><td>Kiasi halisi cha mwezi uliopita, si kuanzia sufuri</td></tr>
</tbody>
</table>
<p>Bei ya chini inayopanda ukipigiwa simu ni chambo. Inahesabiwa kuwa tangazo la uongo. Hakuna ada ya kutazama, na usiidokeze kwenye maandishi,
picha au ujumbe.</p>
<h2>Maneno na mawasiliano</h2>
<ul>
<li>Andika kwa Kiswahili au Kiingereza rahisi. Usiweke nambari za simu wala viungo. Vitufe vya mawasiliano vinafanya kazi hiyo na kuweka rekodi.</li>
<li>Usiseme imethibitishwa kama alama haisemi hivyo.</li>
<li>Usieleze aina ya watu wanaotakiwa. Eleza nyumba.</li>
<li>Kwa mauzo, sema title imefika hatua gani. Usiahidi faida ya uwekezaji.</li>
</ul>
<h2>Liwe la sasa</h2>
<p>Sitisha tangazo siku ombi linapokubaliwa. Lifunge nyumba ikipata mpangaji au ikiuzwa. Baada ya siku 30 tunauliza kama bado ipo, na siku 37
zikipita bila jibu tunalisitisha. Jibu maulizo ndani ya siku moja ya kazi. Muda wako wa kujibu unaonekana na umma.</p>
<h2>Watu wakikuripoti</h2>
<ol>
<li>Watu watatu tofauti wakiripoti, au picha zikifanana na za mmiliki mwingine, tangazo linasitishwa papo hapo.</li>
<li>Wewe na mmiliki mnaarifiwa. Unaweza kujibu kwa ushahidi.</li>
<li>Ripoti iliyothibitishwa hubaki kwenye rekodi yako. Zikirudiwa unasimamishwa na EARB inaarifiwa.</li>
<li>Unaweza kukata rufaa mara moja kupitia ${trustMailLink}.</li>
</ol>`,
};

export const agentListingPolicies: readonly DemoPolicy[] = [
  {
    slug: 'agent-listing-standards',
    userType: userType.agent,
    kind: 'listing',
    title: { en: 'Listing standards for agents', sw: 'Viwango vya matangazo kwa mawakala' },
    requiresConsent: true,
    effectiveFrom: '2026-03-02',
    status: 'published',
    versions: [{ body: listing, summary: 'First version.', effectiveFrom: '2026-03-02' }],
  },
];

import { makePolicyPage, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const listing = {
  en: makePolicyPage`
<p>These standards apply to every listing that an agent publishes on Makao. They apply in addition to the standards for owners, because you
represent property that you do not own.</p>
<h2>Your right to list</h2>
<ul>
<li>Your active mandate includes the property and covers this kind of listing: letting, management or sale.</li>
<li>Your EARB practising certificate is valid on the day you publish.</li>
<li>When a mandate ends, its listings are removed. Do not move them to another account.</li>
<li>Only one agent can have a live listing for each unit and type. If the owner has named two agents, agree which agent publishes.</li>
</ul>
<h2>Visit the unit before you list it</h2>
<p>Visit the unit yourself, or send a member of your staff. Take at least three photos of your own on that visit, and name the room in each. You
may add older photos from the owner only if they are still accurate. State it in the
listing if a picture is a drawing, shows a show house or comes from another portal.</p>
<h2>Costs in the listing</h2>
<table>
<thead><tr><th>Show</th><th>How</th></tr></thead>
<tbody>
<tr><td>Rent or price</td><td>The amount the owner has agreed in writing, with the period</td></tr>
<tr><td>Deposit</td><td>Number of months, amount, and which party will hold the deposit</td></tr>
<tr><td>Agent fee to the tenant</td><td>The full amount, or none</td></tr>
<tr><td>Service charge, water, garbage</td><td>The actual amount for last month, not a starting amount of zero</td></tr>
</tbody>
</table>
<p>A listing price that increases when a person calls you is misleading. It is treated as a false listing. Makao has no viewing fee. You may not
suggest one in the text, the photos or a message.</p>
<h2>Text and contact details</h2>
<ul>
<li>Write in plain English or Kiswahili. Do not include phone numbers or links. Visitors use the contact buttons, which record each enquiry.</li>
<li>Do not describe a property as verified unless it has the badge.</li>
<li>Describe the home, not the kind of tenant that is preferred.</li>
<li>For sales, state the current stage of the title. Do not promise a return on investment.</li>
</ul>
<h2>Keeping the listing current</h2>
<p>Pause the listing on the day a booking is approved. Close it when the home is let or sold. After 30 days we ask you whether the home is still
available. After 37 days without an answer we pause the listing. Answer enquiries within one working day. Your median response time is
public.</p>
<h2>Complaints about you</h2>
<ol>
<li>A listing is paused immediately after complaints from three people, or if its photos match another owner's.</li>
<li>You and the owner are both notified. You may reply with evidence.</li>
<li>An upheld complaint remains on your record. Repeated upheld complaints lead to suspension, and we notify the EARB.</li>
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

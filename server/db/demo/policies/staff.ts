import { makeEarlierVersion, makePolicyPage, privacyMailLink, securityMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const devices = {
  en: makePolicyPage`
<h2>Devices</h2>
<ul>
<li>Lock your phone with a PIN or fingerprint. Keep it updated.</li>
<li>Do not stay signed in on a shared computer.</li>
<li>Report a lost device to ${securityMailLink} on the same day, so that we can end its sessions.</li>
</ul>`,
  sw: makePolicyPage`
<h2>Vifaa</h2>
<ul>
<li>Funga simu yako kwa PIN au alama ya kidole. Isasishe.</li>
<li>Usiache akaunti wazi kwenye kompyuta ya pamoja.</li>
<li>Kifaa kikipotea, ripoti siku hiyo kwa ${securityMailLink}, ili tufunge vipindi vyake.</li>
</ul>`,
};

const conduct = {
  en: makePolicyPage`
<p>You work on Makao for an owner, an agent or a dealer. Your employer gives you a role. This page says what you may do with it. It applies to
office staff, caretakers, accountants and field staff alike.</p>
<h2>Your access</h2>
<ul>
<li>Use your own account only. Do not share a password, a code or an open session.</li>
<li>You see what your role and your properties allow. If a page names a missing right, such as <code>invoices.edit</code>, ask your manager. Do not
borrow a colleague's account.</li>
<li>Open a record because the work needs it, not because you are curious. Opening, exporting and downloading are logged.</li>
<li>On your last day your sessions end and your open work goes to a colleague.</li>
</ul>
<h2>Money</h2>
<ul>
<li>Ask tenants to pay to the paybill and account on the invoice. Never give your own number or till.</li>
<li>Record cash at once, under your own name, so that the tenant gets the SMS and the receipt.</li>
<li>Do not backdate, split or cancel an entry to hide a mistake. Tell your manager. Mistakes are corrected by a visible reversal.</li>
<li>Do not approve your own expense, refund or waiver.</li>
</ul>
<h2>People</h2>
<p>Speak to tenants with respect. Knock, wait, and give 24 hours' notice before you enter a home, except in an emergency. Do not lock, disconnect,
remove or threaten, even if you are told to. Eviction and distress for rent follow a court or tribunal process, and you may refuse an order to skip
it. Never ask for a viewing fee or a tip for a repair.</p>
<h2>Personal data</h2>
<p>Tenant files hold IDs, income and family details. The Data Protection Act, 2019, protects them and binds you too.</p>
<ul>
<li>Do not photograph a screen, forward a file or post a list of arrears.</li>
<li>Send documents through the thread on Makao, not through a personal chat.</li>
<li>If you sent something to the wrong person, say so at once to your manager and to ${privacyMailLink}. Speed matters more than blame. The ODPC must hear
of a serious breach within 72 hours.</li>
</ul>
${devices.en}
<h2>Speaking up</h2>
<p>If you are told to do something this page forbids, report it at ${trustMailLink}. You may do so without giving your name. Nobody may punish you for an
honest report.</p>
<h2>If you break the rules</h2>
<p>Your employer decides on your job. Makao decides on your access. We may limit or end it, with the reason, and you may answer first unless people
or money are at risk. Theft and fraud go to the police.</p>`,
  sw: makePolicyPage`
<p>Unafanya kazi kwenye Makao kwa niaba ya mmiliki, wakala au dealer. Mwajiri wako anakupa cheo. Ukurasa huu unaeleza unachoweza kufanya nacho.
Unawahusu wafanyakazi wa ofisi, caretaker, wahasibu na wa nyanjani.</p>
<h2>Ruhusa yako</h2>
<ul>
<li>Tumia akaunti yako pekee. Usimpe mtu nenosiri, msimbo wala kipindi kilicho wazi.</li>
<li>Unaona kile cheo chako na mali zako zinaruhusu. Ukurasa ukitaja ruhusa inayokosekana, kama <code>invoices.edit</code>, muulize meneja wako.
Usiazime akaunti ya mwenzako.</li>
<li>Fungua rekodi kwa sababu kazi inahitaji, si kwa udadisi. Kufungua, kutoa nakala na kupakua hurekodiwa.</li>
<li>Siku yako ya mwisho vipindi vyako vinafungwa na kazi iliyobaki inapewa mwenzako.</li>
</ul>
<h2>Pesa</h2>
<ul>
<li>Waambie wapangaji walipe kwa paybill na akaunti iliyo kwenye ankara. Usitoe nambari yako au till yako.</li>
<li>Rekodi pesa taslimu papo hapo, kwa jina lako, ili mpangaji apate SMS na risiti.</li>
<li>Usirudishe tarehe nyuma, usigawanye wala kufuta rekodi ili kuficha kosa. Mwambie meneja. Makosa hurekebishwa kwa njia inayoonekana.</li>
<li>Usiidhinishe gharama, marejesho au msamaha wako mwenyewe.</li>
</ul>
<h2>Watu</h2>
<p>Zungumza na wapangaji kwa heshima. Bisha hodi, subiri, na utoe notisi ya saa 24 kabla ya kuingia nyumba, isipokuwa kwa dharura. Usifunge,
usikate, usiondoe vitu wala kutisha mtu, hata ukiamrishwa. Kumfurusha mtu na kukamata mali hufuata mchakato wa mahakama au jopo, na unaweza kukataa
agizo la kuukwepa. Usiitishe ada ya kutazama wala kitu kidogo kwa ukarabati.</p>
<h2>Data binafsi</h2>
<p>Faili za wapangaji zina vitambulisho, mapato na maelezo ya familia. Sheria ya Ulinzi wa Data ya 2019 inazilinda na inakubana nawe pia.</p>
<ul>
<li>Usipige picha ya skrini, usisambaze faili wala kubandika orodha ya madeni.</li>
<li>Tuma hati kupitia mazungumzo ya Makao, si kwa chat yako binafsi.</li>
<li>Ukituma kitu kwa mtu asiyefaa, mwambie meneja na ${privacyMailLink} mara moja. Kasi ni muhimu kuliko lawama. ODPC lazima ijue uvujaji mkubwa ndani ya
saa 72.</li>
</ul>
${devices.sw}
<h2>Kusema ukweli</h2>
<p>Ukiambiwa ufanye kinachokatazwa hapa, ripoti kupitia ${trustMailLink}. Unaweza kufanya hivyo bila kutaja jina. Hakuna anayeruhusiwa kukuadhibu kwa ripoti
ya kweli.</p>
<h2>Ukivunja kanuni</h2>
<p>Mwajiri wako huamua kuhusu kazi yako. Makao huamua kuhusu ruhusa yako. Tunaweza kuipunguza au kuiondoa, tukieleza sababu, na unaweza kujibu
kwanza isipokuwa watu au pesa ziko hatarini. Wizi na ulaghai hupelekwa kwa polisi.</p>`,
};

const phones = {
  en: makePolicyPage`
<p>This page covers the phones, tablets and computers you use for work on Makao. It applies to devices your employer gave you and to your own, if
you sign in on them.</p>
<h2>Setting up</h2>
<ul>
<li>Use a screen lock with a PIN, pattern or fingerprint. It must lock by itself within five minutes.</li>
<li>Keep the system and the browser up to date. A phone that no longer gets updates may not be used for money or tenant files.</li>
<li>Sign in with your own account. If your employer asks for a second step at sign-in, use it.</li>
</ul>
<h2>Using it</h2>
<ul>
<li>Do not hand an open phone to a tenant, a fundi or a child.</li>
<li>Take inspection photos and meter readings inside Makao. Photos left in the gallery get copied to places you do not control.</li>
<li>Do not save tenant numbers in your own contacts. Call from the tenancy page.</li>
<li>Avoid open Wi-Fi for payments. Your data bundle is safer.</li>
<li>On a shared office computer or in a cyber cafe, use a private window and sign out.</li>
</ul>
<h2>Working without network</h2>
<p>Meter routes and inspections are kept on the phone until there is network. Open the app at the end of the day and check that nothing waits. Do
not clear the browser before that, or the work is lost.</p>
<h2>Lost or stolen</h2>
<ol>
<li>Tell your manager and write to ${securityMailLink} on the same day, from any phone.</li>
<li>We end all sessions of your account. You sign in again on another device.</li>
<li>Ask your network to block the line, so that no one gets your codes.</li>
<li>Report theft to the police and keep the OB number.</li>
</ol>
<p>Tenant data on a lost phone can be a breach under the Data Protection Act, 2019. A serious one must reach the ODPC within 72 hours. Nobody is
punished for reporting early.</p>
<h2>When you leave</h2>
<p>Return the device. Remove Makao from your own phone. Your sessions end on your last day. Do not keep files, photos or numbers. Questions about
data go to ${privacyMailLink}.</p>`,
  sw: makePolicyPage`
<p>Ukurasa huu unahusu simu, tablet na kompyuta unazotumia kwa kazi ya Makao. Unahusu vifaa ulivyopewa na mwajiri na vyako mwenyewe, ukiingia
navyo.</p>
<h2>Kuandaa kifaa</h2>
<ul>
<li>Weka kufuli ya skrini kwa PIN, mchoro au alama ya kidole. Ijifunge yenyewe ndani ya dakika tano.</li>
<li>Sasisha mfumo na kivinjari. Simu isiyopata masasisho isitumike kwa pesa au faili za wapangaji.</li>
<li>Ingia kwa akaunti yako. Mwajiri akitaka hatua ya pili ya kuingia, itumie.</li>
</ul>
<h2>Kukitumia</h2>
<ul>
<li>Usimpe mpangaji, fundi au mtoto simu iliyo wazi.</li>
<li>Piga picha za ukaguzi na usome mita ndani ya Makao. Picha zinazobaki kwenye galari hunakiliwa mahali usipopadhibiti.</li>
<li>Usihifadhi nambari za wapangaji kwenye simu yako. Piga ukiwa kwenye ukurasa wa upangaji.</li>
<li>Epuka Wi-Fi ya wazi unaposhughulikia malipo. Bundles zako ni salama zaidi.</li>
<li>Kwenye kompyuta ya ofisi au cyber, tumia dirisha la faragha na utoke ukimaliza.</li>
</ul>
<h2>Ukiwa bila mtandao</h2>
<p>Usomaji wa mita na ukaguzi hukaa kwenye simu hadi mtandao upatikane. Fungua programu jioni uhakikishe hakuna kinachosubiri. Usifute data ya
kivinjari kabla ya hapo, kazi itapotea.</p>
<h2>Kikipotea au kuibwa</h2>
<ol>
<li>Mwambie meneja na uandike kwa ${securityMailLink} siku hiyohiyo, kwa simu yoyote.</li>
<li>Tunafunga vipindi vyote vya akaunti yako. Unaingia upya kwa kifaa kingine.</li>
<li>Omba mtandao wako ufunge laini, ili mtu asipate misimbo yako.</li>
<li>Ripoti wizi kwa polisi na uhifadhi nambari ya OB.</li>
</ol>
<p>Data ya wapangaji kwenye simu iliyopotea inaweza kuwa uvujaji chini ya Sheria ya Ulinzi wa Data ya 2019. Ulio mkubwa lazima uifikie ODPC ndani ya
saa 72. Hakuna anayeadhibiwa kwa kuripoti mapema.</p>
<h2>Unapoondoka</h2>
<p>Rudisha kifaa. Ondoa Makao kwenye simu yako. Vipindi vyako hufungwa siku ya mwisho. Usibaki na faili, picha wala nambari. Maswali ya data
yapeleke kwa ${privacyMailLink}.</p>`,
};

export const staffPolicies: readonly DemoPolicy[] = [
  {
    slug: 'staff-conduct',
    userType: userType.staff,
    kind: 'conduct',
    title: { en: 'Conduct and acceptable use for staff', sw: 'Mwenendo na matumizi yanayokubalika kwa wafanyakazi' },
    requiresConsent: true,
    effectiveFrom: '2026-06-01',
    status: 'published',
    versions: [
      {
        body: makeEarlierVersion(conduct, { en: [[`${devices.en}\n`, '']], sw: [[`${devices.sw}\n`, '']] }),
        summary: 'First version.',
        effectiveFrom: '2026-01-19',
      },
      {
        body: conduct,
        summary: 'A short section on devices is added and replaces the separate page on work devices.',
        effectiveFrom: '2026-06-01',
      },
    ],
  },
  {
    slug: 'staff-device-use',
    userType: userType.staff,
    kind: 'terms',
    title: { en: 'Use of work devices', sw: 'Matumizi ya vifaa vya kazi' },
    requiresConsent: false,
    effectiveFrom: '2026-01-19',
    status: 'retired',
    versions: [{ body: phones, summary: 'First version.', effectiveFrom: '2026-01-19' }],
  },
];

import { makeEarlierVersion, makePolicyPage, privacyMailLink, securityMailLink, trustMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const devices = {
  en: makePolicyPage`
<h2>Devices</h2>
<ul>
<li>Lock your phone with a PIN or fingerprint. Keep its software up to date.</li>
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
<p>You work on Makao for an owner, an agent or a dealer. Your employer gives you a role. This page explains what you may do with that role. It
applies to all office staff, caretakers, accountants and field staff.</p>
<h2>Your access</h2>
<ul>
<li>Use your own account only. Do not share a password, a code or an open session.</li>
<li>You see only the records that your role and your properties allow. If a page names a missing permission, such as <code>invoices.edit</code>, ask
your manager. Do not use a colleague's account.</li>
<li>Open a record only when your work needs it, not out of curiosity. Makao logs each record that you open, export or download.</li>
<li>On your last day your sessions end and your open tasks are assigned to a colleague.</li>
</ul>
<h2>Money</h2>
<ul>
<li>Ask tenants to pay to the paybill and account number on the invoice. Never give your own phone number or till.</li>
<li>Record cash immediately, under your own name, so that the tenant receives the SMS and the receipt.</li>
<li>Do not backdate, split or cancel an entry to hide a mistake. Notify your manager. Mistakes are corrected by a visible reversal.</li>
<li>Do not approve your own expense, refund or waiver.</li>
</ul>
<h2>People</h2>
<p>Speak to tenants with respect. Except in an emergency, give 24 hours' notice before you enter a home, and knock and wait at the door. Do not lock
a home, disconnect services, remove goods or threaten people, even if you are instructed to. Eviction and distress for rent follow a court or
tribunal process. You may refuse an instruction to skip that process. Never ask for a viewing fee or a tip for a repair.</p>
<h2>Personal data</h2>
<p>Tenant files contain IDs, income and family details. The Data Protection Act, 2019, protects this data and also applies to you.</p>
<ul>
<li>Do not photograph a screen, forward a file or post a list of arrears.</li>
<li>Send documents in a Makao conversation, not in a personal chat.</li>
<li>If you sent data to the wrong person, notify your manager and ${privacyMailLink} immediately. Reporting quickly matters more than who made the mistake.
The ODPC must be notified of a serious breach within 72 hours.</li>
</ul>
${devices.en}
<h2>Reporting misconduct</h2>
<p>If you are instructed to break a rule on this page, report it to ${trustMailLink}. You may report without giving your name. No person may punish
you for an honest report.</p>
<h2>If you break the rules</h2>
<p>Your employer decides about your employment. Makao decides about your access. We may limit or end your access, and we give the reason. You may
respond first, unless people or money are at risk. Theft and fraud are reported to the police.</p>`,
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
<p>This page covers the phones, tablets and computers you use for work on Makao. It applies to devices from your employer, and to your own devices if
you sign in on them.</p>
<h2>Device setup</h2>
<ul>
<li>Use a screen lock with a PIN, pattern or fingerprint. The screen must lock automatically within five minutes.</li>
<li>Keep the system and the browser up to date. Do not handle payments or tenant files on a phone that no longer receives updates.</li>
<li>Sign in with your own account. If your employer requires two-step sign-in, use it.</li>
</ul>
<h2>Daily use</h2>
<ul>
<li>Do not give an unlocked phone to a tenant, a contractor or a child.</li>
<li>Take inspection photos and meter readings in Makao. Photos in the phone's gallery may be copied to services you do not control.</li>
<li>Do not save tenants' phone numbers in your own contacts. Call tenants from the tenancy page.</li>
<li>Avoid public Wi-Fi for payments. Your data bundle is safer.</li>
<li>On a shared office computer or in a cyber cafe, use a private window and sign out when you finish.</li>
</ul>
<h2>Working without a network</h2>
<p>Meter routes and inspections are saved on the phone until a network is available. Open the app at the end of the day and check that no records are
pending. Do not clear the browser data before that, because pending records would be lost.</p>
<h2>Lost or stolen device</h2>
<ol>
<li>Notify your manager and write to ${securityMailLink} on the same day, from any phone.</li>
<li>We end all sessions of your account. You can sign in again on another device.</li>
<li>Ask your mobile operator to block the line, so that no other person receives your codes.</li>
<li>Report theft to the police and keep the OB number.</li>
</ol>
<p>The loss of a phone with tenant data can be a breach under the Data Protection Act, 2019. The ODPC must be notified of a serious breach within 72
hours. You will not be punished for an early report.</p>
<h2>When you leave</h2>
<p>Return the device. Remove Makao from your own phone. Your sessions end on your last day. Do not keep files, photos or phone numbers. Send
questions about data to ${privacyMailLink}.</p>`,
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
        summary: 'A short section on devices is added. It replaces the separate page on work devices.',
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

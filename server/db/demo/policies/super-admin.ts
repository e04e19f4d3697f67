import { makePolicyPage, privacyMailLink, securityMailLink } from './page.ts';
import { type DemoPolicy, userType } from './types.ts';

const keys = {
  en: makePolicyPage`
<p>A super admin can access everything on Makao, including the keys that move money. This page explains how to protect those keys. The rules ensure
that no single person can move client money alone.</p>
<h2>Keys under this policy</h2>
<ul>
<li>M-Pesa consumer keys, passkeys, the initiator password and callback secrets.</li>
<li>Bank file and eTIMS credentials, SMS and email credentials.</li>
<li>Signing and encryption keys, database and backup passwords.</li>
<li>Your own passkey, authenticator app and recovery codes.</li>
</ul>
<h2>Two people for each action</h2>
<table>
<thead><tr><th>Action</th><th>First person</th><th>Second approver</th></tr></thead>
<tbody>
<tr><td>Payout run</td><td>Prepares the run and checks the amounts</td><td>Approves</td></tr>
<tr><td>Wallet adjustment</td><td>Enters the journal entry and the reason</td><td>Approves</td></tr>
<tr><td>New or removed super admin</td><td>Proposes</td><td>Confirms, after a call</td></tr>
<tr><td>Payment key or payout channel</td><td>Enters it</td><td>Tests and confirms</td></tr>
</tbody>
</table>
<p>The first person and the second approver must be different people on different devices. Never let another person approve in your session.</p>
<h2>Storage of keys</h2>
<ul>
<li>Payment secrets are entered in settings once and cannot be displayed again. Do not keep a copy in email, chat, a spreadsheet or a notebook.</li>
<li>Keep recovery codes in two sealed envelopes, in two locations. Sign each envelope across the flap. Check the seals every quarter.</li>
<li>Sign in with a passkey or an authenticator app. SMS codes alone are not enough for this role.</li>
<li>Use a managed device with an encrypted disk and a locked screen.</li>
</ul>
<h2>Changes of keys</h2>
<ol>
<li>Change payment and database keys every 90 days.</li>
<li>Within 24 hours after a person leaves, change every key that the person knew.</li>
<li>Change a key immediately if another person may have seen it. Discuss the reason afterwards.</li>
<li>Record the date, the key's name and the two people. Never record the key itself.</li>
</ol>
<h2>Emergency access</h2>
<p>If the second approver is unavailable and people's money is at risk, you may freeze wallets, payouts or a company. You may not make a payout.
Record the reason immediately and have it confirmed within 24 hours.</p>
<h2>Ledger checks</h2>
<p>The nightly ledger check compares the deposit account with deposits, and wallets with the ledger. If the check fails, stop payouts until the cause
is known. Client money is never used for Makao's costs, not even for one hour.</p>
<h2>If a key is lost</h2>
<p>Notify ${securityMailLink} and the other super admins immediately. Freeze the affected accounts, change the key, then review the log from the last
safe moment. If personal data was exposed, notify ${privacyMailLink} too. The ODPC must be notified within 72 hours if people are at real risk.
Notify Safaricom or the bank if their keys are involved.</p>
<p>Confirm this page once a year. The list of people with keys is reviewed every quarter. It should be as short as the work allows.</p>`,
  sw: makePolicyPage`
<p>Msimamizi mkuu anaweza kufikia kila kitu kwenye Makao, pamoja na funguo zinazohamisha pesa. Ukurasa huu unaeleza jinsi ya kuzishika ili mtu
mmoja, au kosa moja, lisiweze kumaliza akaunti.</p>
<h2>Funguo ni nini</h2>
<ul>
<li>Funguo za M-Pesa, passkey, nenosiri la initiator na siri za callback.</li>
<li>Siri za kuingia kwenye mifumo ya benki, eTIMS, SMS na barua pepe.</li>
<li>Funguo za sahihi na usimbaji, maneno ya siri ya hifadhidata na nakala rudufu.</li>
<li>Passkey yako, programu yako ya misimbo na misimbo yako ya dharura.</li>
</ul>
<h2>Watu wawili, kila mara</h2>
<table>
<thead><tr><th>Tendo</th><th>Mtu wa kwanza</th><th>Mtu wa pili</th></tr></thead>
<tbody>
<tr><td>Awamu ya malipo kwa wamiliki</td><td>Huandaa na kukagua hesabu</td><td>Huidhinisha</td></tr>
<tr><td>Marekebisho ya pochi</td><td>Huandika rekodi na sababu</td><td>Huidhinisha</td></tr>
<tr><td>Kuongeza au kuondoa msimamizi mkuu</td><td>Hupendekeza</td><td>Huthibitisha baada ya kupiga simu</td></tr>
<tr><td>Ufunguo wa malipo au njia ya kulipa</td><td>Huingiza</td><td>Hujaribu na kuthibitisha</td></tr>
</tbody>
</table>
<p>Lazima wawe watu tofauti kwenye vifaa tofauti. Usimwazime mtu kipindi chako ili awe wa pili.</p>
<h2>Kuhifadhi funguo</h2>
<ul>
<li>Siri za malipo huandikwa kwenye mipangilio mara moja na haziwezi kusomwa tena. Usibaki na nakala kwenye barua pepe, chat, jedwali au daftari.</li>
<li>Weka misimbo ya dharura kwenye bahasha mbili zilizofungwa, mahali pawili, zikiwa na sahihi mahali zinapofungwa. Zikague kila robo mwaka.</li>
<li>Ingia kwa passkey au programu ya misimbo. Misimbo ya SMS pekee haitoshi kwa cheo hiki.</li>
<li>Tumia kifaa cha kazi, diski ikiwa imesimbwa na skrini imefungwa.</li>
</ul>
<h2>Kubadilisha funguo</h2>
<ol>
<li>Badilisha funguo za malipo na hifadhidata kila siku 90.</li>
<li>Mtu akiondoka, badilisha alichokijua ndani ya saa 24.</li>
<li>Ufunguo ukiweza kuwa umeonekana, ubadilishe papo hapo. Jadilianeni baadaye.</li>
<li>Andika tarehe, jina la ufunguo na watu wawili. Usiandike ufunguo wenyewe.</li>
</ol>
<h2>Ruhusa ya dharura</h2>
<p>Mtu wa pili asipopatikana na pesa za watu ziko hatarini, unaweza kuzuia: pochi, malipo au kampuni. Huwezi kulipa. Andika sababu mara moja na
ithibitishwe ndani ya saa 24.</p>
<h2>Kuangalia hesabu</h2>
<p>Kila usiku mfumo hulinganisha akaunti ya amana na amana zenyewe, na pochi na daftari la hesabu. Zisipolingana, simamisha malipo hadi sababu
ijulikane. Pesa za wateja hazitumiki kamwe kwa gharama za Makao, hata kwa saa moja.</p>
<h2>Ufunguo ukipotea</h2>
<p>Arifu ${securityMailLink} na wasimamizi wakuu wengine papo hapo. Zuia, badilisha, kisha soma rekodi tangu wakati wa mwisho uliokuwa salama. Data
binafsi ikifichuka, arifu pia ${privacyMailLink}. ODPC lazima ijue ndani ya saa 72 ikiwa watu wako hatarini. Iarifu Safaricom au benki kama funguo zao
zinahusika.</p>
<p>Unathibitisha ukurasa huu mara moja kwa mwaka. Orodha ya wenye funguo hukaguliwa kila robo mwaka na iwe fupi kadiri kazi inavyoruhusu.</p>`,
};

export const superAdminPolicies: readonly DemoPolicy[] = [
  {
    slug: 'super-admin-key-custody',
    userType: userType.superAdmin,
    kind: 'conduct',
    title: { en: 'Key custody for super admins', sw: 'Utunzaji wa funguo kwa wasimamizi wakuu' },
    requiresConsent: true,
    effectiveFrom: '2026-11-02',
    status: 'published',
    versions: [{ body: keys, summary: 'First version.', effectiveFrom: '2026-11-02' }],
  },
];

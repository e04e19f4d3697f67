import { type MessageText, splitSentences } from './text.ts';

/** Expressions that the style guide (docs/style-guide.md) replaces, with their replacement and the keys that use them in another meaning. */
export const replacedExpressions: readonly { readonly pattern: RegExp; readonly say: string; readonly except?: readonly string[] }[] = [
  { pattern: /\b(somebody|nobody|anybody|everybody)(’s|\b)/i, say: 'you, another person, or the role' },
  { pattern: /\bwhoever\b/i, say: 'the role' },
  { pattern: /\bwaits?\b(?! (until|for|up|\d|an? |\{))/i, say: 'is pending, is awaiting approval' },
  { pattern: /\b(takes?|taken|taking|took) (it |them |this |that )?back\b/i, say: 'reverse, void, undo, withdraw or cancel' },
  { pattern: /\blook(s|ed|ing)? (at|into)\b/i, say: 'check, review' },
  { pattern: /\b(is|are|was|were|be) asked for\b/i, say: 'is billed, is requested' },
  { pattern: /\b(brings?|brought)\b(?! forward)/i, say: 'import, upload, add' },
  { pattern: /\bcame\b|\bcomes? in\b/i, say: 'was received' },
  { pattern: /\b(is|are|was|were|be|been) told\b/i, say: 'is notified' },
  { pattern: /\bstands?\b|\bstood\b/i, say: 'appears, is listed', except: ['inspection_far'] },
  { pattern: /\b(goes|went|go) (on|along)\b/i, say: 'continues, moves with' },
  { pattern: /\b(gives?|given|gave|giving) (it |them )?back\b/i, say: 'refund, credit' },
  { pattern: /\b(writes?|written|wrote) (it |them |this )?down\b/i, say: 'record' },
  { pattern: /\bin hand\b|\bin (your|their|whose) hands\b/i, say: 'collected by, held by' },
  { pattern: /\bby (itself|themselves)\b/i, say: 'automatically' },
  { pattern: /\bsays? so\b|\bnot so\b/i, say: 'confirm, dispute' },
  { pattern: /(?<!there )\bis no (?!longer)[a-z]+\b/i, say: 'is not a' },
  { pattern: /\bran out\b|\bruns out\b/i, say: 'expired' },
  { pattern: /\bmeanwhile\b|\banew\b|\bmend(s|ed)?\b/i, say: 'since then, again, correct' },
  { pattern: /\bt(a|oo)k(e|en|es)? over\b/i, say: 'import', except: ['inspection_refusal_pen', 'inspection_elsewhere_text', 'inspection_take_over'] },
  { pattern: /\bturn(s|ed)? down\b/i, say: 'rejected, declined' },
  { pattern: /\bwhat (became|came|becomes) of\b/i, say: 'status, outcome' },
  { pattern: /\bgood (for|until)\b/i, say: 'valid for, valid until' },
  { pattern: /\bput (to|right)\b/i, say: 'allocated to, corrected' },
  { pattern: /\blet (it |them )?go\b/i, say: 'waived' },
  { pattern: /\bgone again\b|\bvouch\w*/i, say: 'reversed, confirmed' },
  { pattern: /\be-mails?\b/i, say: 'email' },
  { pattern: /\bcancel(ed|ing)\b|\bcolors?\b|\bcenter\b/i, say: 'British spelling' },
  { pattern: /\bsuperadmins?\b/i, say: 'super admin' },
  { pattern: /\bsecond (step|factor)\b/i, say: 'two-step sign-in' },
  { pattern: /\b(your|their|no|the|these|which) rights\b/i, say: 'permissions' },
  { pattern: /\blook(s|ing)? as\b/i, say: 'view as' },
  { pattern: /\bhand(ed)? in\b/i, say: 'send, sent' },
  { pattern: /\bthe books\b/i, say: 'the ledger' },
  { pattern: /\bthe phone that pays\b/i, say: 'M-Pesa simulator' },
  { pattern: /\bplease\b|!/i, say: 'nothing: a message neither begs nor shouts' },
  { pattern: /\bus\b|\bwe (can|cannot|could|need|hold|know|do not)\b/i, say: 'Makao, or no actor (“This file cannot be read”)' },
  { pattern: /\b(submit|entity|entities|click here|ok|oops|invalid|flatmate|realtor|condo|zip code|utilities)\b/i, say: 'the plain word' },
];

/** Each text of a catalogue that uses a replaced expression, with its replacement. */
export const findReplacedExpressions = (texts: Readonly<Record<string, MessageText>>): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    splitSentences(text).flatMap((sentence) =>
      replacedExpressions
        .filter(({ pattern, except = [] }) => pattern.test(sentence) && !except.includes(key))
        .map(({ pattern, say }) => `${key}: “${pattern.exec(sentence)?.[0]}” (say: ${say}): ${sentence}`),
    ),
  );

const imperatives =
  `Accept|Add|Agree|Allocate|Allow|Answer|Approve|Ask|Assign|Attach|Attend|Call|Cancel|Change|Check|Choose|Clear|Close|Compare|Complete|Collect|Confirm|
  Connect|Contact|Continue|Copy|Correct|Create|Deactivate|Delete|Describe|Disable|Do|Do not|Have|Draw|Edit|End|Enter|Explain|Fill|Finish|Free|Freeze|Get|Give|Go|Import|
  Include|Increase|Install|Invite|Join|Keep|Leave|Limit|Link|Make|Mark|Merge|Move|Name|Open|Paste|Pause|Pay|Pick|Post|Print|Propose|Provide|Publish|Put|Read|Reconcile|Record|
  Reduce|Refresh|Refund|Register|Reject|Reload|Remove|Reopen|Replace|Reply|Request|Resend|Restore|Retire|Return|Reverse|Review|Run|Save|Scan|Schedule|Search|See|
  Select|Send|Set|Settle|Shorten|Sign|Specify|Split|Start|State|Take|Tick|Transfer|Top|Try|Turn|Type|Undo|Unfreeze|Unallocate|Update|Upload|Use|Verify|Void|Wait|Withdraw|
  Write|Lock|Book|Follow|Apply|Ensure|Begin`.replaceAll(/\s+/g, '');
const begins = new RegExp(`^(?:First |Only |Either |Then )?(?:${imperatives})\\b`, 'i');
const afterClause = new RegExp(`^(?:If|To|When|Until|Before|After|Once|In|On|For|Instead|With|Without|Unless)\\b.*,? (?:${imperatives})\\b`, 'i');
const possible = /\b(you can|can be|must be|ask|instead|book the)\b/i;

/** Whether an error text contains the next step: an instruction, or the time from which the action is possible. */
export function hasNextStep(text: string): boolean {
  const sentences = text.split(/(?<=[.?])\s+/);
  return sentences.some((sentence, at) => begins.test(sentence) || afterClause.test(sentence) || (at > 0 && possible.test(sentence)));
}

/** Refusals (the call was not allowed) and problems (a field was wrong), by the names of their keys. */
export const errorKindOf = (key: string): 'refusal' | 'problem' | null =>
  (/^(?:\w+_)?(refusal|problem)_/.exec(key)?.[1] as 'refusal' | 'problem') ?? null;

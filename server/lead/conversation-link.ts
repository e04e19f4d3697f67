import { createHmac } from 'node:crypto';
import { href } from '#contract/kernel/screen.ts';
import { threadPublicScreens } from '#contract/thread/public.ts';
import type { RunningServices } from '#server/kernel/services.ts';

type Keys = Pick<RunningServices, 'secret'>;
export const signConversation = ({ secret }: Keys, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);

/**
 * The link of one guest to one conversation. It is the same in every email and on the page that accepted the enquiry, and opens the conversation only
 * together with a code.
 */
export const makeConversationToken = (keys: Keys, memberId: number): string =>
  `${memberId.toString(36)}.${signConversation(keys, `talk:${memberId}`)}`;
export const buildConversationPath = (keys: Keys, memberId: number): string =>
  href(threadPublicScreens.talk, { token: makeConversationToken(keys, memberId) });

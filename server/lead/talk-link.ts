import { createHmac } from 'node:crypto';
import { href } from '#contract/kernel/screen.ts';
import { threadPublic } from '#contract/thread/public.ts';
import type { House } from '#server/kernel/house.ts';

type Keys = Pick<House, 'secret'>;
export const signTalk = ({ secret }: Keys, text: string): string => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);

/** The link of one guest to one conversation: the same in every letter, and on the page that took the enquiry. It opens nothing without a code. */
export const tokenOf = (keys: Keys, memberId: number): string => `${memberId.toString(36)}.${signTalk(keys, `talk:${memberId}`)}`;
export const talkPage = (keys: Keys, memberId: number): string => href(threadPublic.talk, { token: tokenOf(keys, memberId) });

import type { UploadType } from '#contract/constants.ts';

/** Invisible characters, characters that change the writing direction, and characters with a meaning in a path, a header or Windows. */
const unfit = /[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu;
const ending = /\.[\p{L}\p{N}]{1,10}$/u;
const alike: Partial<Record<string, string>> = { jpg: 'jpeg' };

/**
 * The file name for storage and download: the readable part of the sender’s name with the extension of the detected type. The file opens in the
 * program for its content, whatever the sender named it.
 */
export function toDownloadFileName(given: string | undefined, type: UploadType | string): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unfit, '').trim().slice(-200);
  const said = ending.exec(name)?.[0].slice(1).toLowerCase() ?? '';
  const right = said !== '' && (alike[said] ?? said) === (alike[type] ?? type);
  const stem = name.replace(ending, '').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${stem || 'file'}.${right ? said : type}`;
}

/** The file name with the extension of the storage key, which the server chose. */
export const buildFileNameFromKey = (given: string, key: string): string => toDownloadFileName(given, key.slice(key.lastIndexOf('.') + 1));

/** A problem that prevents the start and that a person can solve. The message is on one line and may be the only text printed. */
export class ClusterProblem extends Error {
  override name = 'ClusterProblem';
}

export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const ELSE = 'or set DATABASE_URL to your own PostgreSQL';

/** Turns an error of the file system or PostgreSQL about `dir` into a message for the operator. Other errors are returned unchanged. */
export function describeDatabaseProblem(error: unknown, dir: string): unknown {
  if (error instanceof ClusterProblem) return error;
  const code = getErrorCode(error);
  if (code === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace(dir, error);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP', 'ENOENT'].includes(code)) return notWritable(dir, code, error);
  return error;
}

/** PostgreSQL reports errors only as text. An unknown error keeps PostgreSQL's own line. */
export function readProblemFromLog(words: string, dir: string, doing: string): ClusterProblem {
  if (/No space left on device|Disk quota exceeded|Check free disk space|wrote only \d+ of/.test(words)) return noSpace(dir);
  if (/Read-only file system/.test(words)) return notWritable(dir, 'EROFS');
  if (/Permission denied/.test(words)) return notWritable(dir, 'EACCES');
  if (/could not (?:map|create|allocate).*shared memory|Cannot allocate memory/i.test(words)) {
    return new ClusterProblem(`PostgreSQL has too little memory for ${dir}. Free about 400 MB, ${ELSE}.`);
  }
  const line = tellingLine(words);
  return new ClusterProblem(
    `PostgreSQL could not ${doing} in ${dir}: ${line || 'it ended without an error message'}. Read ${dir}/postgres.log for details.`,
  );
}

function noSpace(dir: string, cause?: unknown): ClusterProblem {
  return new ClusterProblem(`The disk that contains ${dir} is full. Free some space, or set DATA_DIR to another disk.`, { cause });
}

function notWritable(dir: string, code: string, cause?: unknown): ClusterProblem {
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new ClusterProblem(`The data directory ${dir} cannot be created, because a file is in its path. Set DATA_DIR to another directory.`, {
      cause,
    });
  }
  // On a read-only disk Node.js reports ENOENT for a folder, which would mislead the reader.
  const why = code === 'ENOENT' ? '' : ` (${code})`;
  return new ClusterProblem(`The data directory ${dir} is not writable${why}. Correct its permissions, or set DATA_DIR to another directory.`, {
    cause,
  });
}

function tellingLine(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.replace(/^.*?(?=FATAL|PANIC|ERROR|initdb: error)/, '').trim())
    .filter(Boolean);
  const line =
    lines.find((one) => /^(FATAL|PANIC|ERROR|initdb: error)/.test(one)) ?? lines.find((one) => /could not|cannot/.test(one)) ?? lines.at(-1) ?? '';
  return line.replace(/^(FATAL|PANIC|ERROR|initdb: error):\s*/, '').replace(/\.$/, '');
}

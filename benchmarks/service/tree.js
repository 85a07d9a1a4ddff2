import { readFileSync } from 'node:fs';

const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** The processes that one has started. Linux only. */
export const childrenOf = (pid) => read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Those, and whatever they have started. */
export const descendantsOf = (pid) => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

export const isBrowser = (pid) => /chrom|unshare|bwrap/i.test(read(pid, 'cmdline'));

/** What a process is, so that another one that was later given its number is not taken for it; null where it has ended. */
export const identityOf = (pid) => {
  // Behind the name in brackets: state first, start time in ticks twentieth.
  const fields = read(pid, 'stat').split(') ').at(-1).split(' ');
  return fields.length < 20 || fields[0] === 'Z' ? null : `${pid} since ${fields[19]}`;
};

/** What programs that this one starts are told of its environment. */
import type { Machine } from './machine.ts';

/**
 * Names of variables that hold secrets: the tool's own, and what people and CI services call theirs. An address with a password in it
 * has no such name and is passed on.
 */
const SECRET =
  /^DOCS_|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|_KEY$|_PAT$/i;

/** The environment without what no pager and no key store needs to know. */
export const withoutSecrets = (env: Machine['env']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));

/** Which environment variables other programs receive. */
import type { Machine } from './machine.ts';

/** Names of variables with secrets: the tool's own, and those that people and CI services use. Does not catch an address that contains a password. */
const SECRET =
  /^DOCS_|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|_KEY$|_PAT$/i;

/** The environment for programs that need no secrets, such as pagers and key stores. */
export const withoutSecrets = (env: Machine['env']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));

/** Starts programs with execa, loaded on the first call. `findProgram` gives their paths. */
import type { execa } from 'execa';

export type Execa = typeof execa;

/**
 * For all programs: they get only the environment that is passed (`extendEnv`), a project's
 * `node_modules/.bin` is not searched (`preferLocal`), execa does not end them when we end
 * (`cleanup`), and the result is a value, never an exception (`reject`).
 */
export const ALONE = {
  extendEnv: false,
  preferLocal: false,
  cleanup: false,
  reject: false,
} as const;

export const loadExeca = async (): Promise<Execa> => (await import('execa')).execa;

/** Variables with secrets, the tool's and others'. Does not catch an address with a password. */
const SECRET =
  /^DOCS_|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|_KEY$|_PAT$/i;

/** The environment for programs that need no secrets, such as pagers and key stores. */
export const withoutSecrets = (env: Machine['env']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));

/** The parts of the process that decide which programs are found, and what they receive. `Host` has it. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

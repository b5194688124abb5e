/** The key stores of desktop systems, through their command-line tools. */
import type { Surroundings } from './folders.ts';

/** One secret per origin. Without a store, or if it refuses, resolves to undefined or false. */
export interface SystemKeys {
  read(origin: string): Promise<string | undefined>;
  write(origin: string, key: string): Promise<boolean>;
  remove(origin: string): Promise<boolean>;
}

const SERVICE = 'docs-cli';

/** The longest wait for a store, which may ask its user or hang. */
const PATIENCE_MS = 15_000;

/** The store of this system. Returns `undefined` if none is known: then keys are stored in a file. */
export function systemKeys(surroundings: Surroundings): SystemKeys | undefined {
  if (surroundings.platform === 'linux') return secretService(surroundings);
  return surroundings.platform === 'darwin' ? keychain(surroundings) : undefined;
}

/**
 * freedesktop's Secret Service (GNOME Keyring, KWallet). The secret is passed on stdin, not as an
 * argument.
 */
function secretService(surroundings: Surroundings): SystemKeys {
  const attributes = (origin: string): string[] => ['service', SERVICE, 'origin', origin];
  return {
    read: async (origin) =>
      secretOf(await run('secret-tool', ['lookup', ...attributes(origin)], surroundings)),
    write: async (origin, key) => {
      const label = `--label=docs: ${origin}`;
      return (
        (await run('secret-tool', ['store', label, ...attributes(origin)], surroundings, key)) !==
        undefined
      );
    },
    remove: async (origin) =>
      (await run('secret-tool', ['clear', ...attributes(origin)], surroundings)) !== undefined,
  };
}

/**
 * The keychain through `security`. As an argument of `-w`, everyone who lists processes would see
 * the secret, so the command is passed on stdin (`security -i`). Origins (`URL.origin`) and keys
 * (`isKey`) contain no quotes, spaces or line breaks.
 */
function keychain(surroundings: Surroundings): SystemKeys {
  const item = (origin: string): string[] => ['-s', SERVICE, '-a', origin];
  return {
    read: async (origin) =>
      secretOf(
        await run('security', ['find-generic-password', ...item(origin), '-w'], surroundings),
      ),
    write: async (origin, key) => {
      const command = `add-generic-password -U -s ${SERVICE} -a "${origin}" -w "${key}"\n`;
      return (await run('security', ['-i'], surroundings, command)) !== undefined;
    },
    remove: async (origin) =>
      (await run('security', ['delete-generic-password', ...item(origin)], surroundings)) !==
      undefined,
  };
}

const secretOf = (output: string | undefined): string | undefined => output?.trim() || undefined;

/**
 * The output of a tool. Resolves to `undefined` if the tool does not exist, fails or takes too
 * long. Never runs a tool inside the project, and passes no secrets except its input.
 */
async function run(
  command: string,
  args: readonly string[],
  { env, platform, cwd }: Surroundings,
  input = '',
): Promise<string | undefined> {
  // Most runs use no key store, so these modules are loaded only here.
  const [{ ALONE, loadExeca }, { findProgram }, { withoutSecrets }, { topOf }] = await Promise.all([
    import('../system/programs/start-program.ts'),
    import('../system/programs/find-program.ts'),
    import('../system/programs/start-program.ts'),
    import('../system/programs/repository-path.ts'),
  ]);
  const program = findProgram(command, { env, platform }, [topOf(cwd)]);
  if (program === undefined) return undefined;
  const execa = await loadExeca();
  const ended = await execa(program, args, {
    ...ALONE,
    env: withoutSecrets(env),
    input,
    stderr: 'ignore',
    timeout: PATIENCE_MS,
  });
  return ended.failed ? undefined : ended.stdout;
}

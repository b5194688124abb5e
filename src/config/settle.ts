import type { Host } from '../host.ts';
import type { FilePath } from '../model/ids.ts';
import type { Config, Setting } from './config.ts';
import type { Flags } from './flags.ts';

const DEFAULT_BASE_URL = 'https://api.developerhub.io/api/v1';

/** Flag before environment before default. */
export function settle(host: Host, flags: Flags): Config {
  return {
    file: null,
    root: host.cwd,
    profile: first(flag('--profile', flags.profile), environment(host, 'DOCS_PROFILE'), or(null)),
    baseUrl: first(
      flag('--base-url', flags.baseUrl),
      environment(host, 'DOCS_BASE_URL'),
      or(DEFAULT_BASE_URL),
    ),
    content: or([
      {
        path: 'docs' as FilePath,
        version: null,
        documentation: null,
        include: ['**/*.md'],
        exclude: [],
      },
    ]),
    references: or([]),
    publish: or(false),
    timeoutMs: first(flag('--timeout', flags.timeout), or(30_000)),
    maxWaitMs: first(flag('--max-wait', flags.maxWait), or(900_000)),
  };
}

type Maybe<T> = Setting<T> | undefined;

const or = <T>(value: T): Setting<T> => ({ value, source: { kind: 'default' } });

const flag = <T>(name: string, value: T | undefined): Maybe<T> =>
  value === undefined ? undefined : { value, source: { kind: 'flag', name } };

function environment(host: Host, name: string): Maybe<string> {
  const value = host.env[name];
  return value ? { value, source: { kind: 'environment', name } } : undefined;
}

/** The first that is set; the last one always is. */
function first<T>(...candidates: readonly [...Maybe<T>[], Setting<T>]): Setting<T> {
  return candidates.find((each) => each !== undefined) as Setting<T>;
}

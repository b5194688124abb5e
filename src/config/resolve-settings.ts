import { parseDuration } from '../model/time.ts';
import { Failure } from '../model/failure.ts';
import type { FilePath, Slug, VersionId } from '../model/ids.ts';
import type {
  ChangelogIds,
  ContentFolder,
  ReferenceEntry,
  Translations,
} from '../model/project.ts';
import { DEFAULT_BASE_URL, isAddress } from '../model/address.ts';
import type { Config, Flags, Setting, Source } from './config.ts';
import { didYouMean, nearest, thereAre } from '../model/text/nearest.ts';
import type { FileSettings, ProfileSettings } from './settings.ts';

export interface SettingsFile {
  /** Absolute. */
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  readonly settings: FileSettings;
}

export interface Layers {
  readonly flags: Partial<Flags>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether somebody is watching who can stop a long wait. */
  readonly terminal: boolean;
  /** Absolute path of the folder that paths in the file are relative to. */
  readonly root: string;
  readonly file: SettingsFile | undefined;
  /** The content folder if no setting names one. */
  readonly defaultFolder: string;
}

const MINUTE_MS = 60_000;

/** Flag, environment, profile, file, default, in this order. Pure. Throws `config` or `usage`. */
export function resolveSettings(layers: Layers): Config {
  const { flags, env, file, root, terminal, defaultFolder } = layers;
  const profile = firstOf(
    given(flags.profile, { kind: 'flag', name: '--profile' }),
    given(env['DOCS_PROFILE'] || undefined, { kind: 'environment', name: 'DOCS_PROFILE' }),
    byDefault<string | null>(null),
  );
  const chosen = settingsOf(profile, file);
  const fromFile = <T>(
    pick: (settings: ProfileSettings) => T | undefined,
  ): (Setting<T> | undefined)[] =>
    file === undefined
      ? []
      : [
          chosen &&
            given(pick(chosen), { kind: 'profile', name: profile.value ?? '', file: file.path }),
          given(pick(file.settings), { kind: 'file', file: file.path }),
        ];

  return {
    file: file?.path ?? null,
    root,
    profile,
    baseUrl: withAddress(
      firstOf(
        given(flags.baseUrl, { kind: 'flag', name: '--base-url' }),
        given(env['DOCS_BASE_URL'] || undefined, { kind: 'environment', name: 'DOCS_BASE_URL' }),
        ...fromFile(({ baseUrl }) => baseUrl),
        byDefault(DEFAULT_BASE_URL),
      ),
    ),
    content: firstOf(
      ...fromFile(({ content }) => content?.map(contentFolder)),
      byDefault([contentFolder({ path: defaultFolder })]),
    ),
    references: firstOf(
      ...fromFile(({ references }) => references as ReferenceEntry[] | undefined),
      byDefault([]),
    ),
    translations: firstOf(
      ...fromFile(({ translations }) => translations?.map(tidyFolders)),
      byDefault<readonly Translations[]>([]),
    ),
    checks: firstOf(...fromFile(({ checks }) => checks), byDefault({})),
    project: firstOf<VersionId | null>(
      // A profile is another project, so the file's own setting does not apply to it.
      fromFile(({ project }) => project as VersionId | undefined)[chosen === undefined ? 1 : 0],
      byDefault(null),
    ),
    changelogs: firstOf<ChangelogIds>(...fromFile(({ changelogs }) => changelogs), byDefault({})),
    publish: firstOf(...fromFile(({ publish }) => publish), byDefault(false)),
    besideGithubSync: firstOf(
      ...fromFile(({ besideGithubSync }) => besideGithubSync),
      byDefault(false),
    ),
    site: firstOf<string | null>(...fromFile(({ site }) => site), byDefault(null)),
    editUrl: firstOf<string | null>(...fromFile(({ editUrl }) => editUrl), byDefault(null)),
    timeoutMs: firstOf(
      given(flags.timeout, { kind: 'flag', name: '--timeout' }),
      ...fromFile(({ timeout }) => ms(timeout)),
      byDefault(30_000),
    ),
    maxWaitMs: firstOf<number | null>(
      given(flags.maxWait, { kind: 'flag', name: '--max-wait' }),
      ...fromFile(({ maxWait }) => ms(maxWait)),
      byDefault(terminal ? null : 15 * MINUTE_MS),
    ),
  };
}

function settingsOf(
  { value: name, source }: Setting<string | null>,
  file: SettingsFile | undefined,
): ProfileSettings | undefined {
  if (name === null) return undefined;
  const profiles = file?.settings.profiles ?? {};
  if (Object.hasOwn(profiles, name)) return profiles[name];
  const names = Object.keys(profiles);
  const near = nearest(name, names);
  const from = source.kind === 'environment' ? ` (${source.name})` : '';
  throw new Failure(
    'config',
    `There is no profile "${name}"${from} in ${file?.name ?? 'a config file: none was found'}.`,
    {
      hint: didYouMean(
        near,
        names.length > 0 ? thereAre(names) : 'Add it under `profiles:` in docs-cli.config.yml',
      ),
    },
  );
}

type FolderSettings = NonNullable<FileSettings['content']>[number];

const contentFolder = (folder: FolderSettings): ContentFolder => ({
  path: tidy(folder.path),
  version: (folder.version as Slug | undefined) ?? null,
  documentation: (folder.documentation as Slug | undefined) ?? null,
  include: folder.include ?? ['**/*.md'],
  exclude: folder.exclude ?? [],
});

const tidyFolders = (given: {
  readonly of: string;
  readonly in: readonly string[];
}): Translations => ({ of: tidy(given.of), in: given.in.map(tidy) });

/** Makes equal paths equal: `./docs/` and `docs` are one folder. */
const tidy = (path: string): FilePath =>
  (path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/') || '.') as FilePath;

/** Addresses from a file were already checked where the line is known. */
function withAddress({ value, source }: Setting<string>): Setting<string> {
  if (!isAddress(value)) {
    const name = 'name' in source ? source.name : 'baseUrl';
    throw new Failure('usage', `${name} is not an address of a platform.`, {
      hint: `Write it like ${DEFAULT_BASE_URL}: http or https, no user name, no query`,
    });
  }
  return { value: value.replace(/\/+$/, ''), source };
}

const ms = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseDuration(text);

const given = <T>(value: T | undefined, source: Source): Setting<T> | undefined =>
  value === undefined ? undefined : { value, source };

const byDefault = <T>(value: T): Setting<T> => ({ value, source: { kind: 'default' } });

/** The first candidate that is defined. The last one, the default, always is. */
const firstOf = <T>(...candidates: readonly (Setting<T> | undefined)[]): Setting<T> =>
  candidates.find((each) => each !== undefined) as Setting<T>;

/** The settings of a configuration file. */
import * as v from 'valibot';
import { areTooMany, globProblem, leavesFolder } from '../model/text/globs.ts';
import { MAX_CONTENT_FOLDERS, MAX_GLOBS } from '../model/input-limits.ts';
import { DURATION } from '../model/time.ts';
import { isAddress } from '../model/address.ts';

const INSIDE = "a path inside the config file's folder";

const path = v.pipe(
  v.string('a path'),
  v.nonEmpty('a path'),
  // For editors. A JSON schema cannot express the complete rule.
  v.regex(/^(?![/\\]|[A-Za-z]:)(?!(?:\.[/\\])*\.\.(?:[/\\]|$))/, INSIDE),
  v.check(staysInside, INSIDE),
);
const slug = v.pipe(v.string('a slug'), v.regex(/^[^/\s]+$/, 'a slug, without "/" and spaces'));
const GLOB_INSIDE = 'a glob inside the content folder, without ".."';

const glob = v.pipe(
  v.string('a glob'),
  v.nonEmpty('a glob'),
  v.regex(/^(?!!?(?:[/\\]|[A-Za-z]:))(?!!?(?:.*[/\\])?\.\.(?:[/\\]|$))/, GLOB_INSIDE),
  v.check((text) => !leavesFolder(text), GLOB_INSIDE),
  v.check(
    (text) => globProblem(text) === undefined,
    ({ input }) => globProblem(input) ?? '',
  ),
);
const globs = v.array(glob, 'a list of globs');
const duration = v.pipe(
  v.string('a duration such as 30s'),
  v.regex(DURATION, 'a duration such as 30s'),
);

const contentFolder = v.pipe(
  v.strictObject(
    {
      path,
      version: v.optional(slug),
      documentation: v.optional(slug),
      include: v.optional(globs),
      exclude: v.optional(globs),
    },
    'settings of a content folder',
  ),
  v.check(
    ({ version, documentation }) => (version === undefined) === (documentation === undefined),
    'version and documentation together, or neither',
  ),
);

const reference = v.strictObject(
  {
    file: path,
    version: slug,
    generated: v.optional(
      v.pipe(
        v.boolean('true or false'),
        v.description(
          'true if a build makes the file and git does not have it: docs check then only notes that it is missing.',
        ),
      ),
    ),
  },
  'a file and a version',
);

const translations = v.strictObject(
  { of: path, in: v.pipe(v.array(path, 'a list of folders'), v.minLength(1, 'a list of folders')) },
  'a folder `of` and the folders `in`',
);

/** Values by name. Without the extra check, valibot accepts a list, with numbers as names. */
const byName = <Key extends v.GenericSchema<string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
  message: string,
) =>
  v.pipe(
    v.custom<Record<string, unknown>>((given) => !Array.isArray(given), message),
    v.record(key, value, message),
  );

/** Ids of changelogs by their folders below `changelogs/`. No request returns these ids. */
const changelogs = byName(
  v.pipe(v.string(), v.regex(/^[^/\s]+$/, 'named as a folder below changelogs/')),
  v.pipe(
    v.number('the id of a changelog'),
    v.safeInteger('the id of a changelog'),
    v.minValue(1, 'the id of a changelog'),
  ),
  'ids of changelogs by folder',
);

/** Part of the lock file's name. */
const profileName = v.pipe(
  v.string(),
  v.regex(/^\w[\w.-]{0,63}$/, 'named with letters, digits, ".", "-" and "_"'),
);

const RULE_SETTING = 'error, warning or off';

const address = v.pipe(
  v.string('an address'),
  v.regex(/^[Hh][Tt]{2}[Pp][Ss]?:\/\/[^?#@]+$/, 'an http or https address'),
  v.check(isAddress, 'an http or https address'),
);

/** Adds a description that editors show, through the generated schema. */
const described = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.optional(v.pipe(schema, v.description(description)));

const settings = {
  baseUrl: described(address, 'Address of the platform. DOCS_BASE_URL and --base-url override it.'),
  content: described(
    v.pipe(
      v.array(contentFolder, 'a list of content folders'),
      v.maxLength(
        MAX_CONTENT_FOLDERS,
        ({ received }) =>
          `a list of at most ${MAX_CONTENT_FOLDERS} content folders, not ${received}`,
      ),
      v.check(
        (folders) =>
          !areTooMany(
            folders.flatMap(({ include = [], exclude = [] }) => [...include, ...exclude]),
          ),
        `a list with at most ${MAX_GLOBS} globs, and fewer if they have more than two wildcards between two slashes`,
      ),
    ),
    'Folders of pages, relative to this file. Default: the folder docs if it exists, otherwise the folder of this file.',
  ),
  references: described(
    v.array(reference, 'a list of definition files'),
    'OpenAPI definitions that docs ref upload sends.',
  ),
  translations: described(
    v.array(translations, 'a list of originals and their translations'),
    'Folders of pages and those with their translations. docs report --behind pairs pages by their paths.',
  ),
  checks: described(
    byName(v.string(), v.picklist(['error', 'warning', 'off'], RULE_SETTING), 'rules by name'),
    'Severity of rules for pages and definitions, by name: error, warning or off.',
  ),
  project: described(
    v.pipe(
      v.number('the id of a version'),
      v.safeInteger('the id of a version'),
      v.minValue(1, 'the id of a version'),
    ),
    'The project, by the id of one of its versions (docs version list): with a key of another project, nothing is written.',
  ),
  changelogs: described(
    changelogs,
    'Ids of changelogs, by the names of their folders in changelogs/.',
  ),
  publish: described(
    v.boolean('true or false'),
    'Whether a push publishes what it changes. --publish and --no-publish override it.',
  ),
  besideGithubSync: described(
    v.boolean('true or false'),
    "true if the platform's own GitHub Sync also writes to this repository on purpose: then a push does not mention it.",
  ),
  site: described(
    address,
    'Address of the site where readers see the pages, such as https://docs.example.com. Summaries and comments of pipelines link to it, and docs build writes it into a sitemap.',
  ),
  editUrl: described(
    address,
    'Where files of the project are edited, such as https://github.com/example/lapwing/edit/main: pages of docs build and docs dev link to it, with the path of their file added.',
  ),
  timeout: described(duration, 'Longest time for one request, such as 30s (--timeout).'),
  maxWait: described(duration, 'Longest wait for rate limits in a run, such as 15m (--max-wait).'),
};

const profile = v.strictObject(settings, 'settings');

export const fileSchema = v.strictObject(
  {
    $schema: described(v.string('an address'), 'Where an editor finds this schema.'),
    ...settings,
    profiles: described(
      byName(profileName, profile, 'profiles by name'),
      'Settings for other projects, chosen by --profile or DOCS_PROFILE. Each profile has its own lock file.',
    ),
  },
  'settings',
);

export type FileSettings = v.InferOutput<typeof fileSchema>;
export type ProfileSettings = v.InferOutput<typeof profile>;

/** The allowed keys at each level, for suggestions. */
export const KNOWN_KEYS: Readonly<
  Record<'top' | 'profile' | 'content' | 'references' | 'translations', readonly string[]>
> = {
  top: [...Object.keys(settings), 'profiles'],
  profile: Object.keys(settings),
  content: Object.keys(contentFolder.entries),
  references: Object.keys(reference.entries),
  translations: Object.keys(translations.entries),
};

/** Whether the path is relative and never leaves its folder by `..`. */
function staysInside(path: string): boolean {
  if (/^(?:[/\\]|[a-z]:)/i.test(path)) return false;
  // On POSIX, a backslash is part of a name: "a\b/../.." leaves the folder there, but not on Windows.
  return [path.split(/[/\\]/), path.split('/')].every(staysBelow);
}

function staysBelow(parts: readonly string[]): boolean {
  let depth = 0;
  for (const part of parts) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

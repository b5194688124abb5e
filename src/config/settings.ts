/** What a configuration file may say. */
import * as v from 'valibot';
import { isAddress } from './address.ts';
import { MOST_ALTERNATIVES, alternatives, leavesFolder } from './globs.ts';

const path = v.pipe(
  v.string('a path'),
  v.nonEmpty('a path'),
  v.check(staysInside, "a path inside the config file's folder"),
);
const slug = v.pipe(v.string('a slug'), v.regex(/^[^/\s]+$/, 'a slug, without "/" and spaces'));
const glob = v.pipe(
  v.string('a glob'),
  v.nonEmpty('a glob'),
  v.check((text) => !leavesFolder(text), 'a glob inside the content folder, without ".."'),
  v.check(
    (text) => alternatives(text) <= MOST_ALTERNATIVES,
    `a glob whose braces stand for at most ${MOST_ALTERNATIVES} globs`,
  ),
);
const globs = v.array(glob, 'a list of globs');
const duration = v.pipe(
  v.string('a duration such as 30s'),
  v.regex(/^(?:\d{1,9}(?:ms|[smhdw]))+$/, 'a duration such as 30s'),
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

const reference = v.strictObject({ file: path, version: slug }, 'a file and a version');

/** A folder below `changelogs/`, and the id of its changelog, which no request tells. */
const changelogs = v.record(
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

const settings = {
  baseUrl: v.optional(
    v.pipe(v.string('an address'), v.check(isAddress, 'an http or https address')),
  ),
  content: v.optional(v.array(contentFolder, 'a list of content folders')),
  references: v.optional(v.array(reference, 'a list of definition files')),
  checks: v.optional(
    v.record(v.string(), v.picklist(['error', 'warning', 'off'], RULE_SETTING), 'rules by name'),
  ),
  changelogs: v.optional(changelogs),
  publish: v.optional(v.boolean('true or false')),
  besideGithubSync: v.optional(v.boolean('true or false')),
  timeout: v.optional(duration),
  maxWait: v.optional(duration),
};

const profile = v.strictObject(settings, 'settings');

export const fileSchema = v.strictObject(
  { ...settings, profiles: v.optional(v.record(profileName, profile, 'profiles by name')) },
  'settings',
);

export type FileSettings = v.InferOutput<typeof fileSchema>;
export type ProfileSettings = v.InferOutput<typeof profile>;

/** Names that a key may have where a path leads to it, for suggestions. */
export const KNOWN_KEYS: Readonly<
  Record<'top' | 'profile' | 'content' | 'references', readonly string[]>
> = {
  top: [...Object.keys(settings), 'profiles'],
  profile: Object.keys(settings),
  content: Object.keys(contentFolder.entries),
  references: Object.keys(reference.entries),
};

/** Relative, and not by way of `..` to the outside. */
function staysInside(path: string): boolean {
  if (/^(?:[/\\]|[a-z]:)/i.test(path)) return false;
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

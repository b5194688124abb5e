/** Situations in which hints are given, with the lines that they tell people to type. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commitAll } from '../support/git.ts';
import type { World } from '../support/world.ts';

export interface Typed {
  /** The hint as the sources have it, with `…` for each expression in it. */
  readonly hint: string;
  /** The sources put it together from parts. */
  readonly isBuilt?: true;
  /** What a person types who follows it, without `docs`. A question is answered by `--yes`. */
  readonly line: string;
  /** Exit code of that line; 0 if left out. */
  readonly exit?: number;
  /** What must be in its output. */
  readonly says?: RegExp;
  /** What the hint says to write first. */
  readonly write?: Readonly<Record<string, string>>;
}

export interface Situation {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** With everything pushed and published. */
  readonly pushed?: boolean;
  readonly before?: (world: World) => Promise<unknown>;
  /** The command that gives the hints. */
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed at its questions, on a terminal: see `HostOptions`. */
  readonly answers?: readonly (readonly [text: string, keys: string])[];
  readonly typed: readonly Typed[];
}

const CONFIG = 'content:\n  - path: docs\n';

const page = (title: string, text = `About ${title}.`): string =>
  `---\ntitle: ${title}\n---\n\n${text}\n`;

/** More pages than Markdown has redirect rules. */
const many = (name: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 51 }, (_, n) => [`docs/v1.0/guide/${name}-${n}.md`, page(`Page ${n}`)]),
  );

export const FILES = {
  'docs-cli.config.yml': CONFIG,
  'docs/v1.0/guide/one.md': page('One'),
  'docs/v1.0/guide/two.md': page('Two'),
};

const definition = (title: string, more = ''): string => `openapi: 3.0.3
info: { title: ${title}, version: 1.0.0 }
servers: [{ url: 'https://api.example.com' }]
paths:
  /pets:
    get:
      summary: List pets
      operationId: listPets
      security: []
      responses:
        '200': { description: All of them }
        '400': { description: No such list }
${more}`;

const REFERENCES = `${CONFIG}references:\n  - file: api.yaml\n    version: v1.0\n`;

const TWICE = `${definition('Pets')}  /cats:
    get:
      summary: List cats
      operationId: listPets
      responses:
        '200': { description: All of them }
`;

const ONE = 'v1.0/guide/one';

const conflict = async (world: World): Promise<void> => {
  await world.edit(ONE, 'Written in the editor.\n');
  await world.write({ 'docs/v1.0/guide/one.md': page('One', 'Written here.') });
};

/** The person keeps nothing of the other side of a marked merge. */
const resolvedAsBefore = async (world: World): Promise<void> => {
  await conflict(world);
  const before = await world.read('docs/v1.0/guide/one.md');
  await world.run('pull', '--merge', '--yes');
  await world.write({ 'docs/v1.0/guide/one.md': before });
};

const deleteThere = async (world: World, key = ONE): Promise<void> => {
  const found = await world.page(key);
  if (found !== undefined) await world.platform.admin.editor().remove(found.id);
};

/** A pipeline that does not commit the lock, and a commit that removes a file. */
const removeByCommit = async (world: World): Promise<void> => {
  await world.write({ '.gitignore': '.docs-cli/\ndocs-cli.lock\n' });
  commitAll(world.folder);
  await world.remove('docs/v1.0/guide/one.md');
  commitAll(world.folder);
  await world.remove('docs-cli.lock');
};

/** The page may be somebody else's: the line says so first, with what deletes it all the same. */
const deletesAPage = (hint: string): readonly Typed[] => [
  { hint, line: `page delete ${ONE} --force --yes`, says: /[Dd]eleted/ },
];

export const SITUATIONS: readonly Situation[] = [
  {
    name: 'a page changed on both sides',
    pushed: true,
    before: conflict,
    run: 'push --yes',
    typed: [
      { hint: 'docs diff                   shows both sides', line: 'diff', says: /editor/ },
      {
        hint: 'docs sync --merge           merges both in the file',
        line: 'sync --merge --yes',
        exit: 7,
        says: /marked/,
      },
      { hint: 'docs push --ours            sends the file', line: 'push --ours --yes' },
      {
        hint: 'docs pull --theirs          writes the platform’s text into the file',
        line: 'pull --theirs --yes',
      },
      {
        hint: 'docs push --skip-conflicts  leaves them and does the rest',
        line: 'push --skip-conflicts --yes',
        exit: 7,
        says: /conflict left/,
      },
      {
        hint: 'See them with docs diff; then give --… or --skip-conflicts',
        line: 'push --ours --yes',
      },
      { hint: 'docs diff … shows both', line: `diff ${ONE}`, says: /editor/ },
    ],
  },
  {
    name: 'a page edited here and deleted on the platform',
    pushed: true,
    before: async (world) => {
      await deleteThere(world);
      await world.write({ 'docs/v1.0/guide/one.md': page('One', 'Written here.') });
    },
    run: 'push --yes',
    typed: [
      { hint: 'docs push --recreate        creates them again', line: 'push --recreate --yes' },
      {
        hint: 'docs push --recreate creates such pages again; or give --skip-conflicts',
        line: 'push --skip-conflicts --yes',
        exit: 7,
        says: /conflict left/,
      },
    ],
  },
  {
    name: 'a page deleted on the platform',
    pushed: true,
    before: (world) => deleteThere(world),
    run: 'push --yes',
    typed: [
      {
        hint: 'docs push --recreate creates them again; otherwise delete the files',
        line: 'push --recreate --yes',
        says: /1 page created/,
      },
    ],
  },
  {
    name: 'a page edited here and deleted on the platform, left out',
    pushed: true,
    before: async (world) => {
      await deleteThere(world);
      await world.write({ 'docs/v1.0/guide/one.md': page('One', 'Written here.') });
    },
    run: 'push --skip-conflicts --yes',
    typed: [
      {
        hint: 'docs push --recreate … creates it again',
        line: `push --recreate ${ONE} --yes`,
        says: /1 page created/,
      },
    ],
  },
  {
    name: 'a page deleted on the platform, and nothing to send',
    pushed: true,
    before: (world) => deleteThere(world),
    run: 'pull --yes',
    typed: [
      {
        hint: '… gone from the platform; docs push --recreate creates … again',
        line: 'push --recreate --yes',
        says: /1 page created/,
      },
    ],
  },
  {
    name: 'a deleted file whose page was edited on the platform',
    pushed: true,
    before: async (world) => {
      await world.edit(ONE, 'Written in the editor.\n');
      await world.remove('docs/v1.0/guide/one.md');
    },
    run: `push --prune --yes ${ONE}`,
    typed: [
      {
        hint: 'docs pull <page>                writes its file again',
        line: `pull ${ONE} --yes`,
        says: /1 page written/,
      },
      {
        hint: 'docs page delete <page> --force deletes it as it is',
        line: `page delete ${ONE} --force --yes`,
        says: /[Dd]eleted/,
      },
      {
        hint: 'docs push --skip-conflicts      leaves them and does the rest',
        line: 'push --prune --skip-conflicts --yes',
      },
      {
        hint: 'docs pull <page> writes the file again, docs page delete <page> --force deletes the page; or give --skip-conflicts',
        line: `page delete ${ONE} --force --yes`,
        says: /[Dd]eleted/,
      },
    ],
  },
  {
    name: 'a deleted file',
    pushed: true,
    before: (world) => world.remove('docs/v1.0/guide/one.md'),
    run: 'status',
    typed: [
      {
        hint: 'docs pull <page> writes the file of a page again',
        line: `pull ${ONE} --yes`,
        says: /1 page written/,
      },
    ],
  },
  {
    name: 'a page that two pipelines created',
    before: async (world) => {
      const guide = await world.platform.admin.documentationId('v1.0', 'guide');
      for (const slug of ['one', 'one-1']) {
        const content = 'About One.';
        await world.platform.admin.editor().create(guide, { title: 'One', slug, content });
      }
    },
    run: 'push --yes',
    typed: [
      {
        hint: '… has no file, but the title and the text of the file of …: it seems to be the same page, created twice. docs page delete … --force deletes it.…',
        line: `page delete ${ONE}-1 --force --yes`,
        says: /is deleted/,
      },
    ],
  },
  {
    name: 'a page that git moved to another documentation, with nothing to send',
    pushed: true,
    before: async (world) => {
      await world.run('push', '--yes');
      commitAll(world.folder);
      await world.remove('docs/v1.0/guide/one.md');
      await world.write({ 'docs/v1.0/other/one.md': page('One') });
      await world.platform.admin.createDocumentation({ version: 'v1.0', slug: 'other' });
      commitAll(world.folder);
      await world.run('push', '--yes');
    },
    run: 'push --yes',
    typed: [
      {
        hint: '… still at … old address; docs push --prune … deletes …',
        line: `push --prune ${ONE} --yes`,
        says: /1 page deleted/,
      },
    ],
  },
  {
    name: 'a deleted file, with nothing to send',
    pushed: true,
    before: (world) => world.remove('docs/v1.0/guide/one.md'),
    run: 'push --yes',
    typed: [
      {
        hint: '… without a file here; docs pull … writes it again',
        line: `pull ${ONE} --yes`,
        says: /1 page written/,
      },
    ],
  },
  {
    name: 'a deleted file that no commit removed',
    pushed: true,
    before: (world) => world.remove('docs/v1.0/guide/one.md'),
    run: 'push --prune --yes',
    typed: [
      {
        hint: 'To delete it: docs push --prune …',
        line: `push --prune ${ONE} --yes`,
        says: /1 page deleted/,
      },
    ],
  },
  {
    name: 'deleted files that no commit removed',
    files: { 'docs/v1.0/guide/three.md': page('Three'), 'docs/v1.0/guide/four.md': page('Four') },
    pushed: true,
    before: async (world) => {
      await world.remove('docs/v1.0/guide/three.md');
      await world.remove('docs/v1.0/guide/four.md');
    },
    run: 'push --prune --yes',
    typed: [
      {
        hint: 'To delete one of them: docs push --prune <page>',
        line: 'push --prune v1.0/guide/three --yes',
        says: /1 page deleted/,
      },
    ],
  },
  {
    name: 'a file that a commit removed, and no lock',
    pushed: true,
    before: removeByCommit,
    run: 'push --prune --dry-run',
    typed: deletesAPage('docs page delete … --force'),
  },
  {
    name: 'a file that a commit removed, no lock, and nothing to send',
    pushed: true,
    before: async (world) => {
      await removeByCommit(world);
      await world.run('push', '--yes');
    },
    run: 'push --yes',
    typed: deletesAPage(
      '… still on the platform, although a commit removed …; docs page delete … --force deletes …',
    ),
  },
  {
    name: 'a file that a commit removed, and no lock, named',
    pushed: true,
    before: removeByCommit,
    run: `push --prune --yes ${ONE}`,
    typed: deletesAPage(
      'A commit removed its file, and the lock file does not have the page: docs page delete … --force',
    ),
  },
  {
    name: 'a page changed on both sides, in a pipeline',
    pushed: true,
    before: conflict,
    env: { CI: 'true' },
    run: 'push --yes',
    typed: [
      {
        hint: 'on your machine: docs pull --merge, commit, push',
        line: 'pull --merge --yes',
        exit: 7,
        says: /marked/,
      },
      {
        hint: 'On your machine: docs pull --…, commit, push; or give --skip-conflicts',
        line: 'push --skip-conflicts --yes',
        exit: 7,
        says: /conflict left/,
      },
    ],
  },
  {
    name: 'a marked merge that was resolved as it was before',
    pushed: true,
    before: resolvedAsBefore,
    run: 'push --yes',
    typed: [
      {
        hint: 'docs push --ours            sends the file, if it is right as it is',
        line: 'push --ours --yes',
      },
    ],
  },
  {
    name: 'a marked merge that was resolved as it was before, in a pipeline',
    pushed: true,
    before: resolvedAsBefore,
    env: { CI: 'true' },
    run: 'push --yes',
    typed: [
      {
        hint: 'on your machine, if the file is right as it is: docs push --ours',
        line: 'push --ours --yes',
      },
      {
        hint: 'On your machine, if the file is right: docs push --ours; or give --skip-conflicts',
        line: 'push --skip-conflicts --yes',
        exit: 7,
        says: /conflict left/,
      },
    ],
  },
  {
    name: 'a page with other slugs on both sides, in a pipeline',
    pushed: true,
    before: async (world) => {
      const found = await world.page(ONE);
      await world.platform.admin.editor().edit(found?.id ?? 0, { slug: 'first' });
      await world.run('move', 'docs/v1.0/guide/one.md', 'docs/v1.0/guide/start.md');
    },
    env: { CI: 'true' },
    run: 'push --yes',
    typed: [
      {
        hint: 'on your machine: docs pull --theirs, commit, push',
        line: 'pull --theirs --yes',
        says: /written/,
      },
    ],
  },
  {
    name: 'a new file with the text of a pulled draft that the next pull replaces',
    pushed: true,
    before: async (world) => {
      await world.edit(ONE, 'Nobody has decided about the price.\n');
      await world.run('pull', '--yes');
      await world.write({
        'docs/v1.0/guide/three.md': page('Three', 'Nobody has decided about the price.'),
      });
      await world.edit(ONE, 'It is free.\n');
    },
    run: 'pull --dry-run',
    typed: [
      {
        hint: '…: …, and this run replaces that draft. Run docs push … first, or a later push may publish the words.…',
        line: 'push docs/v1.0/guide/three.md --publish --yes',
        exit: 7,
        says: /stays unpublished/,
      },
    ],
  },
  {
    name: 'a draft that only the platform has, in a pipeline',
    pushed: true,
    before: (world) => world.edit(ONE, 'Written in the editor.\n'),
    env: { CI: 'true' },
    run: 'push --dry-run',
    typed: [
      {
        hint: 'on your machine: docs pull, commit, push',
        line: 'pull --yes',
        says: /1 page written/,
      },
    ],
  },
  {
    name: 'a foreign draft of a page whose file is not sent, in a push that publishes',
    files: { 'docs-cli.config.yml': `${CONFIG}publish: true\n` },
    before: async (world) => {
      await world.run('push', '--yes', '--no-publish');
      await world.edit(ONE, 'Written in the editor.\n');
      await world.run('pull', '--yes');
    },
    run: `push --publish --yes ${ONE}`,
    typed: [
      {
        hint: 'docs page publish … publishes it, and so does a push once somebody has changed its words',
        line: 'push --publish --yes',
        write: { 'docs/v1.0/guide/one.md': page('One', 'Other words.') },
        says: /one body, publish/,
      },
    ],
  },
  {
    name: 'a pulled draft that was edited in a clone which does not know its words',
    pushed: true,
    before: async (world) => {
      await world.edit(ONE, 'Written in the editor.\n');
      await world.run('pull', '--yes');
      const edited = page('One', 'Written in the editor.\n\nMore.');
      await world.write({ 'docs/v1.0/guide/one.md': edited });
      await world.run('push', '--yes', '--no-publish');
      await rm(join(world.folder, '.docs-cli'), { recursive: true });
      await world.write({ 'docs/v1.0/guide/one.md': page('One', 'Other words.') });
    },
    run: `push --publish --yes ${ONE}`,
    typed: [
      {
        hint: 'docs page publish … publishes it',
        line: `page publish ${ONE} --yes`,
        says: /is published/,
      },
    ],
  },
  {
    name: 'a draft that only the platform has',
    pushed: true,
    before: (world) => world.edit(ONE, 'Written in the editor.\n'),
    run: 'push --dry-run',
    typed: [
      { hint: 'docs diff shows them, docs pull writes them into the files', line: 'diff' },
      {
        hint: 'docs diff shows them, docs pull writes them into the files',
        line: 'pull --yes',
        says: /1 page written/,
      },
      {
        hint: 'docs push --ours <page> sends the file instead',
        line: `push --ours ${ONE} --yes`,
        says: /1 page/,
      },
      {
        hint: 'docs page publish <page> publishes a draft as it is',
        line: `page publish ${ONE} --yes`,
        says: /[Pp]ublished/,
      },
    ],
  },
  {
    name: 'a foreign draft beside a new text, to be published',
    pushed: true,
    before: (world) => world.edit(ONE, 'Written in the editor.\n'),
    run: 'push --yes --publish',
    typed: [
      {
        hint: '… newer on the platform…; docs pull writes … here…',
        line: 'pull --yes',
        says: /1 page written/,
      },
      { hint: ', docs page publish …', line: `page publish ${ONE} --yes`, says: /[Pp]ublished/ },
    ],
  },
  {
    name: 'a pulled draft',
    pushed: true,
    before: async (world) => {
      await world.edit(ONE, 'Written in the editor.\n');
      await world.run('pull', '--yes');
    },
    run: 'push --yes --publish',
    typed: [
      {
        hint: 'stays unpublished: a draft that docs pull wrote; docs page publish …',
        line: `page publish ${ONE} --yes`,
        says: /[Pp]ublished/,
      },
    ],
  },
  {
    name: 'a sentence of a pulled draft in another file',
    pushed: true,
    before: async (world) => {
      const sentence = 'Nobody has decided yet what this will cost.';
      await world.edit(ONE, `${sentence}\n`);
      await world.run('pull', '--yes');
      await world.write({
        'docs/v1.0/guide/copy.md': `---\ntitle: Copy\n---\n\nMine.\n\n${sentence}\n`,
      });
    },
    run: 'push --yes --publish',
    typed: [
      {
        hint: 'stays unpublished: …; docs page publish …',
        line: 'page publish v1.0/guide/copy --yes',
        says: /[Pp]ublished/,
      },
    ],
  },
  {
    name: 'a pulled draft in a site',
    pushed: true,
    before: async (world) => {
      await world.edit(ONE, 'Written in the editor.\n');
      await world.run('pull', '--yes');
    },
    run: 'build --out site',
    typed: [
      {
        hint: '… … that docs pull wrote, and that readers of the platform do not see: ….',
        line: `page publish ${ONE} --yes`,
        says: /[Pp]ublished/,
      },
      {
        hint: 'docs page publish <page> publishes one',
        line: `page publish ${ONE} --yes`,
        says: /[Pp]ublished/,
      },
    ],
  },
  {
    name: 'a page that its file hides',
    files: { 'docs/v1.0/guide/one.md': '---\ntitle: One\nhidden: true\n---\n\nA.\n' },
    run: `push ${ONE} --yes --publish`,
    typed: [
      {
        hint: 'docs push --allow-listed publishes them: the API cannot hide a page',
        line: 'push --publish --allow-listed --yes',
        says: /published/,
      },
    ],
  },
  {
    name: 'a page that its file hides, to be published',
    files: { 'docs/v1.0/guide/one.md': '---\ntitle: One\nhidden: true\n---\n\nA.\n' },
    before: (world) => world.run('push', '--yes'),
    run: `page publish ${ONE} --yes`,
    typed: [
      {
        hint: 'To publish pages although their files hide them, give --allow-listed',
        line: `page publish ${ONE} --yes --allow-listed`,
        says: /[Pp]ublished/,
      },
    ],
  },
  {
    name: 'a page with a draft, to be deleted',
    pushed: true,
    before: (world) => world.edit(ONE, 'Written in the editor.\n'),
    run: `page delete ${ONE} --yes`,
    typed: [
      {
        hint: 'docs page get shows it; to delete it anyway, add --force',
        line: `page get ${ONE} --draft`,
        says: /Written in the editor/,
      },
      {
        hint: 'docs page get shows it; to delete it anyway, add --force',
        line: `page delete ${ONE} --yes --force`,
      },
    ],
  },
  {
    name: 'a page named by its slug, to be deleted without a question',
    pushed: true,
    run: 'page delete one --yes',
    typed: [
      {
        hint: 'With --yes, name the page as version/documentation/slug',
        line: `page delete ${ONE} --yes`,
      },
    ],
  },
  {
    name: 'a definition that breaks a rule',
    files: {
      'api.yaml': TWICE,
      'docs-cli.config.yml': REFERENCES,
    },
    run: 'ref check api.yaml',
    typed: [
      {
        hint: 'Or show them without failing: docs ref check --fail-on never',
        line: 'ref check api.yaml --fail-on never',
      },
      {
        isBuilt: true,
        hint: 'To let it pass, write in docs-cli.config.yml: checks: operation-operationId-unique: warning',
        write: {
          'docs-cli.config.yml': `${CONFIG}checks:\n  operation-operationId-unique: warning\n`,
        },
        line: 'ref check api.yaml',
      },
    ],
  },
  {
    name: 'a definition that breaks a rule, to be uploaded',
    files: { 'api.yaml': TWICE },
    run: 'ref upload api.yaml --in v1.0 --yes',
    typed: [
      {
        hint: 'To upload without a check this once: docs ref upload --no-check',
        line: 'ref upload api.yaml --in v1.0 --yes --no-check --create',
      },
    ],
  },
  {
    name: 'a definition with a title that the platform does not have',
    files: { 'api.yaml': definition('Pets') },
    run: 'ref upload api.yaml --in v1.0 --yes',
    typed: [{ hint: '--create creates it', line: 'ref upload api.yaml --in v1.0 --yes --create' }],
  },
  {
    name: 'an upload without a version',
    files: { 'api.yaml': definition('Pets') },
    run: 'ref upload api.yaml --yes --create',
    typed: [
      {
        hint: 'Name it with --in, such as --in latest',
        line: 'ref upload api.yaml --yes --create --in v1.0',
      },
    ],
  },
  {
    name: 'a definition that its settings hold back',
    files: {
      'docs/v1.0/refs/api.yaml': definition('Pets'),
      'docs/v1.0/refs/api.settings.yaml': 'published: false\n',
    },
    run: 'ref upload docs/v1.0/refs/api.yaml --in v1.0 --create --yes',
    typed: [{ hint: 'docs ref publish …', line: 'ref publish v1.0/Pets --yes', says: /ublished/ }],
  },
  {
    name: 'a reference that is only a draft',
    files: { 'api.yaml': definition('Pets') },
    before: (world) =>
      world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--draft', '--create', '--yes'),
    run: 'ref get Pets --in v1.0',
    typed: [
      {
        hint: 'docs ref get --draft shows its draft, docs ref publish publishes it',
        line: 'ref get Pets --in v1.0 --draft',
        says: /listPets/,
      },
      {
        hint: 'docs ref get --draft shows its draft, docs ref publish publishes it',
        line: 'ref publish Pets --in v1.0 --yes',
      },
    ],
  },
  {
    name: 'two definitions as arguments of a comparison',
    files: { 'old.yaml': definition('Pets'), 'new.yaml': definition('Pets') },
    run: 'ref diff old.yaml new.yaml',
    typed: [
      {
        hint: 'If … is the old one: docs ref diff … --against …. If … is: docs ref diff … --against …',
        line: 'ref diff new.yaml --against old.yaml',
      },
    ],
  },
  {
    name: 'a comparison with a reference that has only a draft',
    files: { 'api.yaml': definition('Pets') },
    before: (world) =>
      world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--draft', '--create', '--yes'),
    run: 'ref diff api.yaml --against Pets --in v1.0',
    typed: [
      {
        hint: 'docs ref diff --draft compares with its draft',
        line: 'ref diff api.yaml --against Pets --in v1.0 --draft',
      },
    ],
  },
  {
    name: 'a comparison of all definitions as HTML',
    files: {
      'api.yaml': definition('Pets'),
      'other.yaml': definition('Birds'),
      'docs-cli.config.yml': `${REFERENCES}  - file: other.yaml\n    version: v1.0\n`,
    },
    before: (world) => world.run('ref', 'upload', '--create', '--yes'),
    run: 'ref diff --format html',
    typed: [
      {
        hint: 'docs ref diff … --format …',
        line: 'ref diff api.yaml --format html',
        says: /doctype html/,
      },
    ],
  },
  {
    name: 'a page that is behind what it follows',
    files: {
      'src/a.ts': 'one',
      'docs/v1.0/guide/one.md': '---\ntitle: One\nfollows: src/a.ts\n---\n\nA.\n',
    },
    before: async (world) => {
      commitAll(world.folder);
      await world.write({ 'src/a.ts': 'two' });
      commitAll(world.folder);
    },
    run: 'report --behind --fail-on behind',
    typed: [
      {
        hint: 'docs report --behind --seen <page> notes that a page is right as it is',
        line: `report --behind --seen ${ONE}`,
        says: /is right as it is/,
      },
    ],
  },
  {
    name: 'a page with a translation that moves',
    files: {
      'docs-cli.config.yml': `${CONFIG}translations:\n  - { of: docs/v1.0/guide, in: [docs/v1.0/de] }\n`,
      'docs/v1.0/de/one.md': page('Eins'),
    },
    run: 'move docs/v1.0/guide/one.md docs/v1.0/guide/first.md',
    typed: [
      {
        hint: '  docs move … …',
        line: 'move docs/v1.0/de/one.md docs/v1.0/de/first.md',
        says: /1 file moved/,
      },
    ],
  },
  {
    name: 'pages with something that check fixes',
    files: { 'docs/v1.0/guide/one.md': '---\ntitle: "One"\n---\n\nA.\n' },
    run: 'check',
    typed: [{ hint: '; docs check --fix fixes …', line: 'check --fix', says: /fixed/ }],
  },
  {
    name: 'a baseline of findings',
    files: { 'docs/v1.0/guide/one.md': page('One', '[x](missing.md)') },
    before: (world) => world.run('check', '--write-baseline'),
    run: 'check',
    typed: [
      {
        hint: '… more in the baseline: docs check --no-baseline shows them',
        line: 'check --no-baseline',
        exit: 1,
        says: /missing\.md/,
      },
    ],
  },
  {
    name: 'a baseline with findings that are gone',
    files: { 'docs/v1.0/guide/one.md': page('One', '[x](missing.md)') },
    before: async (world) => {
      await world.run('check', '--write-baseline');
      await world.write({ 'docs/v1.0/guide/one.md': page('One') });
    },
    run: 'check',
    typed: [{ hint: '…: docs check --write-baseline removes …', line: 'check --write-baseline' }],
  },
  {
    name: 'pages that are not formatted',
    files: { 'docs/v1.0/guide/one.md': page('One', '*  a\n*  b') },
    run: 'fmt --check',
    typed: [{ hint: 'docs fmt rewrites …', line: 'fmt' }],
  },
  {
    name: 'a site without a page that is published',
    files: {
      'docs/v1.0/guide/one.md': '---\ntitle: One\n---draft\n\nA.\n',
      'docs/v1.0/guide/two.md': '---\ntitle: Two\n---draft\n\nA.\n',
    },
    run: 'build --out site',
    typed: [
      {
        hint: 'docs build --drafts includes drafts and unpublished pages',
        line: 'build --drafts --out site',
        says: /2 pages/,
      },
    ],
  },
  {
    name: 'a site whose pages are all for an audience',
    files: {
      'docs/v1.0/guide/one.md': '---\ntitle: One\naudience: staff\n---\n\nA.\n',
      'docs/v1.0/guide/two.md': '---\ntitle: Two\naudience: staff\n---\n\nA.\n',
    },
    run: 'build --out site',
    typed: [
      {
        hint: 'Remove what says so from a page, or give --audience for what an audience gets',
        line: 'build --audience staff --out site',
        says: /2 pages/,
      },
    ],
  },
  {
    name: 'a site without a folder to write',
    run: 'build --out=',
    typed: [{ hint: 'Name a folder, such as --out public', line: 'build --out public' }],
  },
  {
    name: 'two folders of pages without settings',
    files: {
      'docs-cli.config.yml': '',
      'docs/v1.0/guide/one.md': page('One'),
      'packages/a/docs/start.md': page('Start'),
      'packages/b/docs/start.md': page('Start'),
    },
    before: async (world) => {
      await world.remove('docs-cli.config.yml');
      await world.remove('docs/v1.0/guide/one.md');
      await world.remove('docs/v1.0/guide/two.md');
    },
    run: 'init --yes',
    typed: [
      {
        hint: 'Give --content … --in … for one of them',
        isBuilt: true,
        line: 'init --yes --content packages/a/docs --in v1.0/guide',
      },
      {
        hint: 'or write such lines into docs-cli.config.yml: content:',
        isBuilt: true,
        line: 'push --yes',
        write: {
          'docs-cli.config.yml':
            'content:\n  - { path: packages/a/docs, version: v1.0, documentation: guide }\n',
        },
      },
    ],
  },
  {
    name: 'a folder whose place is not clear',
    files: { 'handbook/start.md': page('Start') },
    before: async (world) => {
      await world.remove('docs-cli.config.yml');
      await world.remove('docs/v1.0/guide/one.md');
      await world.remove('docs/v1.0/guide/two.md');
      await world.platform.admin.createVersion({ slug: 'v2' });
      await world.platform.admin.createDocumentation({ version: 'v2', slug: 'guide' });
    },
    run: 'init --yes',
    typed: [
      {
        hint: 'Give --content … --in … if all of it is one documentation',
        isBuilt: true,
        line: 'init --yes --content handbook --in v1.0/guide',
      },
    ],
  },
  {
    name: 'settings that are there already',
    run: 'init --yes',
    typed: [
      {
        hint: '--ci alone adds a pipeline; --force replaces the configuration and keeps a copy',
        line: 'init --ci github --yes',
      },
      {
        hint: '--ci alone adds a pipeline; --force replaces the configuration and keeps a copy',
        line: 'init --force --yes',
        says: /docs-cli\.config\.yml\.bak/,
      },
    ],
  },
  {
    name: 'a comment without a pipeline',
    run: 'init --yes --comment',
    typed: [
      {
        hint: 'Add --ci github or --ci gitlab',
        line: 'init --yes --comment --ci github',
        says: /docs\.yml/,
      },
      {
        hint: 'Add --ci github or --ci gitlab',
        line: 'init --yes --comment --ci gitlab',
        says: /COMMENT_TOKEN/,
      },
    ],
  },
  {
    name: 'a place that the platform does not have',
    files: { 'handbook/start.md': page('Start') },
    before: (world) => world.remove('docs-cli.config.yml'),
    run: 'init --yes --content handbook --in v1.0/handbook',
    typed: [
      {
        hint: 'write the settings all the same with --no-check --in …/…',
        line: 'init --yes --content handbook --in v1.0/handbook --no-check',
      },
    ],
  },
  {
    name: 'broken links in a version to be published',
    files: { 'docs/v1.0/guide/one.md': page('One', '[x](/guide/nothing)') },
    pushed: true,
    before: (world) => world.run('version', 'unpublish', 'v1.0', '--yes'),
    run: 'version publish v1.0 --yes',
    typed: [
      { hint: 'docs links --remote …', line: 'links --remote v1.0', exit: 1, says: /nothing/ },
      {
        hint: '… … them; --force publishes anyway',
        line: 'version publish v1.0 --yes --force',
      },
    ],
  },
  {
    name: 'a trial that was started again',
    pushed: true,
    before: async (world) => {
      await deleteThere(world);
      await deleteThere(world, 'v1.0/guide/two');
    },
    run: 'push --yes',
    typed: [
      {
        hint: 'docs push --recreate --force creates all pages here and rewrites the lock file',
        line: 'push --recreate --force --yes',
        says: /2 pages created/,
      },
    ],
  },
  {
    name: 'an option that needs a plan',
    run: 'push --format markdown',
    typed: [{ hint: 'Add --dry-run, or leave out …', line: 'push --format markdown --dry-run' }],
  },
  {
    name: 'a saved plan',
    run: 'push --out plan.json',
    typed: [
      {
        hint: 'Saved. docs … --plan … carries it out.\n',
        line: 'push --plan plan.json --yes',
        says: /2 pages created/,
      },
    ],
  },
  {
    name: 'a saved plan that writes files',
    pushed: true,
    before: async (world) => {
      await world.edit('v1.0/guide/one', 'Edited in the browser.');
      await world.run('sync', '--pull', '--out', 'plan.json');
    },
    run: 'push --plan plan.json --yes',
    typed: [
      {
        hint: 'docs sync --plan <file> carries it out',
        line: 'sync --plan plan.json --yes',
        says: /1 page written into files/,
      },
    ],
  },
  {
    name: 'a file that is no plan',
    files: { 'plan.json': '{}' },
    run: 'push --plan plan.json --yes',
    typed: [
      { hint: 'Save one with: docs push --out new-plan.json', line: 'push --out new-plan.json' },
    ],
  },
  {
    name: 'something to push, in a check',
    run: 'push --check',
    typed: [
      {
        hint: 'The same command without --check carries … out',
        line: 'push --yes',
        says: /2 pages created/,
      },
    ],
  },
  {
    name: 'something to push, in a pull',
    pushed: true,
    before: (world) => world.write({ 'docs/v1.0/guide/one.md': page('One', 'Written here.') }),
    run: 'pull --yes',
    typed: [{ hint: '… newer here; docs push sends …', line: 'push --yes', says: /1 page/ }],
  },
  {
    name: 'a new page, in a pull',
    pushed: true,
    before: (world) => world.write({ 'docs/v1.0/guide/three.md': page('Three') }),
    run: 'pull --yes',
    typed: [
      { hint: '… only here; docs push creates …', line: 'push --yes', says: /1 page created/ },
    ],
  },
  {
    name: 'a page that only the platform has',
    pushed: true,
    before: async (world) => {
      await world.remove('docs/v1.0/guide/one.md');
      await world.remove('docs-cli.lock');
    },
    run: 'push --dry-run',
    typed: [
      {
        hint: '… on the platform only: docs pull creates files for them',
        line: 'pull --yes',
        says: /1 page written/,
      },
    ],
  },
  {
    name: 'nothing to send, and a page that only the platform has',
    pushed: true,
    before: async (world) => {
      await world.remove('docs/v1.0/guide/one.md');
      await world.remove('docs-cli.lock');
      await world.run('push', '--yes');
    },
    run: 'push --yes',
    typed: [
      {
        hint: '… on the platform only; docs pull creates … for …',
        line: 'pull --yes',
        says: /1 page written/,
      },
    ],
  },
  {
    name: 'a page whose place is not clear, named',
    pushed: true,
    run: 'page get nothing',
    typed: [
      {
        hint: 'Name it by key (version/documentation/slug), id, file or title; docs page list shows all',
        line: 'page list',
        says: /One/,
      },
    ],
  },
  {
    name: 'a version that does not exist',
    pushed: true,
    run: 'version publish v9 --yes',
    typed: [{ hint: 'docs version list shows all', line: 'version list', says: /v1\.0/ }],
  },
  {
    name: 'links without a page',
    pushed: true,
    run: 'links',
    typed: [
      {
        hint: 'Such as docs links v1.0/docs/intro, or docs links --remote v1.0',
        line: 'links --remote v1.0',
      },
      {
        hint: 'Such as docs links v1.0/docs/intro, or docs links --remote v1.0',
        line: `links ${ONE}`,
      },
    ],
  },
  {
    name: 'a name that a page without a file has',
    pushed: true,
    before: (world) => world.remove('docs/v1.0/guide/one.md'),
    run: 'move docs/v1.0/guide/two.md docs/v1.0/guide/one.md',
    typed: [
      {
        hint: 'Choose another name, or delete that page first: docs push --prune',
        line: `push --prune ${ONE} --yes`,
        says: /1 page deleted/,
      },
    ],
  },
  {
    name: 'another address of a page',
    pushed: true,
    run: 'move docs/v1.0/guide/one.md docs/v1.0/guide/start.md',
    typed: [
      {
        hint: '… will get another address with docs push; … gets a redirect rule for each that readers know:',
        line: 'push --yes',
        says: /1 redirect rule/,
      },
    ],
  },
  {
    name: 'other addresses of many pages',
    files: many('old'),
    pushed: true,
    before: async (world) => {
      commitAll(world.folder);
      await Promise.all(Object.keys(many('old')).map((file) => world.remove(file)));
      await world.write(many('new'));
      commitAll(world.folder);
    },
    run: 'push --dry-run --format markdown',
    typed: [
      {
        hint: 'docs status --verbose',
        line: 'status --verbose',
        says: /guide\/old-50\$ >> \S+guide\/new-50 /,
      },
    ],
  },
  {
    name: 'settings that there are in another file',
    before: async (world) => {
      await world.remove('docs-cli.config.yml');
      await world.write({ 'docs-cli.config.json': '{"content":[{"path":"docs"}]}' });
    },
    run: 'init --yes',
    typed: [
      {
        hint: 'docs config shows what it says; move its settings into … to rename it',
        line: 'config',
        says: /docs-cli\.config\.json/,
      },
    ],
  },
  {
    name: 'an import into a folder that is not empty',
    files: { 'other/mkdocs.yml': 'site_name: Other\n', 'other/docs/index.md': '# Other\n' },
    run: 'import other --out docs',
    typed: [
      {
        hint: '…; --force writes next to what is there',
        line: 'import other --out docs --force',
      },
    ],
  },
  {
    name: 'an output file that is there',
    pushed: true,
    files: { 'review.html': 'Mine' },
    run: 'review --out review.html',
    typed: [
      {
        hint: 'Give --force to replace it, or name another file',
        line: 'review --out review.html --force',
      },
    ],
  },
  {
    name: 'a title that is nearly that of another reference',
    files: { 'api.yaml': definition('Pets'), 'new.yaml': definition('Pet') },
    before: (world) => world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--create', '--yes'),
    run: 'ref upload new.yaml --in v1.0 --yes',
    typed: [
      {
        hint: '--create creates it; to update the other one, use its title in the definition',
        line: 'ref upload new.yaml --in v1.0 --yes --create',
      },
    ],
  },
  {
    name: 'an upload with a breaking change',
    files: { 'api.yaml': definition('Pets') },
    before: async (world) => {
      await world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--create', '--yes');
      await world.write({ 'api.yaml': definition('Pets').replace('/pets', '/cats') });
    },
    run: 'ref upload api.yaml --in v1.0 --yes --fail-on breaking',
    typed: [
      {
        hint: 'docs ref diff … lists them; if they are meant: docs ref accept …',
        line: 'ref diff api.yaml --in v1.0',
        says: /pets/,
      },
      {
        hint: 'docs ref diff … lists them; if they are meant: docs ref accept …',
        line: 'ref accept api.yaml --in v1.0 --reason meant',
        says: /accepted/,
      },
    ],
  },
  {
    name: 'a comparison with a breaking change',
    files: {
      'old.yaml': definition('Pets'),
      'api.yaml': definition('Pets').replace('/pets', '/cats'),
    },
    run: 'ref diff api.yaml --against old.yaml --fail-on breaking',
    typed: [
      {
        hint: 'If that is meant: docs ref accept …',
        line: 'ref accept api.yaml --against old.yaml --reason meant',
        says: /accepted/,
      },
    ],
  },
  {
    name: 'an accepted change that is published',
    files: { 'api.yaml': definition('Pets') },
    before: async (world) => {
      await world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--create', '--yes');
      await world.write({ 'api.yaml': definition('Pets').replace('/pets', '/cats') });
      await world.run('ref', 'accept', 'api.yaml', '--in', 'v1.0', '--reason', 'meant');
      await world.run('ref', 'upload', 'api.yaml', '--in', 'v1.0', '--yes');
    },
    run: 'ref upload api.yaml --in v1.0 --yes',
    typed: [
      {
        hint: 'docs ref accept … removes what is not needed any more',
        line: 'ref accept api.yaml --in v1.0',
        says: /removed/,
      },
    ],
  },
  {
    name: 'a copy of a version with a name that there is',
    pushed: true,
    run: 'version clone v1.0 --name v1.0 --yes',
    typed: [
      {
        hint: 'Give another --name or --slug; if an earlier run was interrupted and it is the copy, docs version publish … publishes it',
        line: 'version clone v1.0 --name v2.0 --yes',
      },
    ],
  },
  {
    name: 'a plan and pages',
    before: (world) => world.run('push', '--out', 'plan.json'),
    run: `push ${ONE} --plan plan.json --yes`,
    typed: [{ hint: 'Leave out the pages, or --plan', line: 'push --plan plan.json --yes' }],
  },
  {
    name: 'a plan that is not there',
    run: 'push --plan plan.json --yes',
    typed: [{ hint: 'docs push --out plan.json saves a plan', line: 'push --out plan.json' }],
  },
  {
    name: 'a slug without its documentation',
    pushed: true,
    run: 'page get nothing --in v1.0',
    typed: [
      {
        hint: 'A slug needs --in …/documentation; docs page list --in … shows all',
        line: 'page get one --in v1.0/guide',
        says: /About One/,
      },
      {
        hint: 'A slug needs --in …/documentation; docs page list --in … shows all',
        line: 'page list --in v1.0',
      },
    ],
  },
  {
    name: 'a site that would be written over the pages',
    run: 'build --out docs',
    typed: [{ hint: 'Name another folder, such as --out public', line: 'build --out public' }],
  },
  {
    name: 'all pages and a baseline',
    run: 'check docs/v1.0/guide/one.md --write-baseline',
    typed: [{ hint: 'Leave out the names of pages and --changed', line: 'check --write-baseline' }],
  },
  {
    name: 'a page pushed to a documentation that there is not',
    files: { 'new.md': page('New') },
    run: 'page push new.md --in guide --yes',
    typed: [
      {
        hint: 'Give --in version/documentation, such as --in v1.0/docs',
        line: 'page push new.md --in v1.0/guide --yes',
        says: /1 page created/,
      },
    ],
  },
  {
    name: 'a page of a file in the folder, pushed from elsewhere',
    files: { 'new.md': page('New') },
    pushed: true,
    run: 'page push new.md --in v1.0/guide --slug one --yes',
    typed: [
      {
        hint: '… is the file of its page: edit that one, and send it with docs push.',
        line: 'push --yes',
        write: { 'docs/v1.0/guide/one.md': page('One', 'Edited.') },
        says: /1 page updated/,
      },
    ],
  },
  {
    name: 'a page whose file was renamed, pushed from elsewhere',
    files: { 'new.md': page('New') },
    pushed: true,
    before: async (world) => {
      await world.remove('docs/v1.0/guide/one.md');
      await world.write({ 'docs/v1.0/guide/first.md': page('One') });
    },
    run: 'page push new.md --in v1.0/guide --slug one --yes',
    typed: [
      {
        hint: '… may be the file of its page, renamed: send it with docs push first, or give it another title.',
        line: 'push --yes',
        says: /1 page updated/,
      },
    ],
  },
  {
    name: 'a page pushed to the slug that it had before',
    files: { 'new.md': page('New') },
    before: async (world) => {
      await world.run('page', 'push', 'new.md', '--in', 'v1.0/guide', '--yes');
      const { id = 0 } = (await world.page('v1.0/guide/new')) ?? {};
      await world.platform.admin.editor().edit(id, { slug: 'newer', content: 'Newer.' });
    },
    run: 'page push new.md --in v1.0/guide --yes',
    typed: [
      {
        hint: 'Page … is now …, and no longer …: if you mean that page, give --slug ….',
        line: 'page push new.md --in v1.0/guide --slug newer --ours --yes',
        says: /1 page updated/,
      },
    ],
  },
  {
    name: 'two files of one slug, pushed by name',
    files: { 'a/index.md': page('A'), 'b/index.md': page('B') },
    run: 'page push a/index.md b/index.md --in v1.0/guide --yes',
    typed: [
      {
        hint: 'Give one of them a slug of its own, in its header or by its name, or send it alone with --slug',
        line: 'page push b/index.md --slug b --in v1.0/guide --yes',
        says: /1 page created/,
      },
    ],
  },
  {
    name: 'a conflict in a merge of a pipeline',
    pushed: true,
    before: conflict,
    env: { CI: 'true' },
    run: 'sync --merge --yes',
    typed: [
      {
        hint: 'Merge on your machine, or give --skip-conflicts',
        line: 'push --skip-conflicts --yes',
        exit: 7,
      },
    ],
  },
  {
    name: 'a rule of comparisons among the settings',
    files: {
      'docs-cli.config.yml': `${CONFIG}checks:\n  operation-removed: off\n`,
      'api.yaml': definition('Pets'),
      'new.yaml': definition('Pets').replace('/pets', '/cats'),
    },
    run: 'check',
    typed: [
      {
        hint: 'Remove it; docs ref diff --fail-on says which changes fail',
        line: 'ref diff new.yaml --against api.yaml --fail-on never',
        write: { 'docs-cli.config.yml': CONFIG },
      },
    ],
  },
  {
    name: 'a rule that there is not among the settings',
    files: { 'docs-cli.config.yml': `${CONFIG}checks:\n  no-such-thing: off\n` },
    run: 'check',
    typed: [
      {
        hint: 'docs check --rules lists the rules of pages, docs ref rules --check those of definitions',
        line: 'ref rules --check',
        write: { 'docs-cli.config.yml': CONFIG },
      },
    ],
  },
  {
    name: 'a folder without pages',
    before: async (world) => {
      await world.remove('docs/v1.0/guide/one.md');
      await world.remove('docs/v1.0/guide/two.md');
    },
    run: 'check',
    typed: [
      {
        hint: '`content` in the config file says where they are: docs config shows it',
        line: 'config',
        says: /docs/,
      },
    ],
  },
  {
    name: 'a baseline of definitions',
    files: { 'api.yaml': TWICE, 'docs-cli.config.yml': REFERENCES },
    before: (world) => world.run('check', '--write-baseline'),
    run: 'ref check',
    typed: [
      {
        hint: '… more in the baseline: docs ref check --no-baseline shows them',
        line: 'ref check --no-baseline',
        exit: 1,
        says: /listPets/,
      },
    ],
  },
  {
    name: 'a reader that there is not',
    run: 'access list nobody@example.com',
    typed: [{ hint: 'docs access list shows all readers', line: 'access list' }],
  },
  {
    name: 'the time until access ends, in the past',
    before: (world) => world.run('access', 'grant', 'ann@example.com', '--yes'),
    run: 'access grant ann@example.com --expires 2020-01-01 --yes',
    typed: [
      {
        hint: 'docs access revoke ends access at once',
        line: 'access revoke ann@example.com --yes',
      },
    ],
  },
  {
    name: 'a comparison with nothing published',
    files: { 'api.yaml': definition('Pets') },
    run: 'ref get Pets --in v1.0',
    typed: [{ hint: 'docs ref list shows all', line: 'ref list' }],
  },
];

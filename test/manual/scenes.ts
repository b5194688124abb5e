/** Where each manual page is tried: its folder, its platform, and what others do meanwhile. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { commitAll, git } from '../support/git.ts';
import { runDocs } from '../support/host.ts';
import { PassingClock } from '../support/clocks.ts';
import { openWorld, type World } from '../support/world.ts';

/** Another environment, or another folder, from there on. */
export interface Change {
  readonly env?: Readonly<Record<string, string>>;
}

export type Answers = readonly (readonly [text: string, keys: string])[];

export interface Scene {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: PassingClock;
  /** Whether fences with a path above them are files of the folder. */
  readonly writesFiles: boolean;
  /** What happens before the first fence under a heading. */
  readonly before: Readonly<Record<string, () => Promise<Change | undefined | void>>>;
  /** What the manual shows in place of something else. */
  readonly shownAs?: readonly (readonly [printed: string, shown: string])[];
  /** What is typed while the command runs. */
  answers(command: string): Answers;
}

/** Without an account, in an empty folder. */
async function emptyFolder(files: Readonly<Record<string, string>> = {}): Promise<Scene> {
  return {
    folder: await temporaryFolder(files),
    env: {},
    clock: new PassingClock(),
    writesFiles: true,
    before: {},
    answers: () => YES,
  };
}

const page = (title: string, text: string): string =>
  `---\ntype: page\ntitle: ${title}\nlisted: true\n---\n\n${text}\n`;

/** The handbook of a weather station: one version, one documentation, three pages. */
const HANDBOOK: Readonly<Record<string, string>> = {
  'docs-cli.config.yml': 'content:\n  - path: docs\npublish: true\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: true\n',
  'docs/v1.0/guide/_settings.yaml': 'title: Guide\npublished: true\n',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - welcome\n  - install\n  - cleaning\n',
  'docs/v1.0/guide/welcome.md': page('Welcome', 'Lapwing is a weather station.'),
  'docs/v1.0/guide/install.md': page('Install', 'Put it on a roof.\n\nPoint the vane north.'),
  'docs/v1.0/guide/cleaning.md': page('Cleaning', 'Clean it twice a year.'),
};

interface Handbook extends Scene {
  readonly world: World;
}

/** The handbook beside a platform that has its documentation, and its pages if they were pushed. */
async function handbook(
  more: Readonly<Record<string, string>> = {},
  {
    pushed = true,
    ...options
  }: { readonly pushed?: boolean } & Parameters<typeof openWorld>[1] = {},
): Promise<Handbook> {
  const clock = new PassingClock();
  const world = await openWorld({ ...HANDBOOK, ...more }, { clock, ...options });
  if (pushed) await world.run('push', '--publish', '--yes');
  return {
    world,
    folder: world.folder,
    env: { DOCS_BASE_URL: world.platform.baseUrl, DOCS_API_KEY: world.platform.apiKey },
    clock,
    writesFiles: true,
    before: {},
    answers: () => YES,
  };
}

/** The handbook, and what others do before a heading. */
async function handbookWhere(
  before: (world: World) => Scene['before'],
  options?: Parameters<typeof handbook>[1],
  more?: Readonly<Record<string, string>>,
): Promise<Scene> {
  const scene = await handbook(more, options);
  return { ...scene, before: before(scene.world) };
}

async function inGit<S extends Scene>(scene: S): Promise<S> {
  git(scene.folder, 'init', '--quiet', '--initial-branch=main');
  git(scene.folder, 'config', 'user.name', 'Ann');
  git(scene.folder, 'config', 'user.email', 'ann@example.com');
  git(scene.folder, 'add', '.');
  git(scene.folder, 'commit', '--quiet', '-m', 'Begin the handbook');
  return scene;
}

const edited = (world: World, slug: string, text: string): Promise<void> =>
  world.edit(`v1.0/guide/${slug}`, `${text}\n`);

/** A push that was committed, and taken back. */
async function undo(): Promise<Scene> {
  const scene = await inGit(await handbook());
  const { folder } = scene;
  const push = async (text: string): Promise<void> => {
    // Two pushes in one second would have one date.
    scene.clock.pass();
    await writeFiles(folder, { [INSTALL]: page('Install', text) });
    await runDocs(['push', '--yes'], { cwd: folder, env: scene.env, clock: scene.clock });
    scene.clock.pass();
    commitAll(folder, 'Install');
  };
  await push('Put it into a cellar.');
  const commit = git(folder, 'rev-parse', '--short=7', 'HEAD');
  git(folder, 'revert', '--no-edit', 'HEAD');
  return {
    ...scene,
    shownAs: [[commit, 'abc1234']],
    before: {
      'The commit is gone': async () => {
        await push('Put it under a bed.');
        git(folder, 'reset', '--quiet', '--hard', 'HEAD~2');
      },
    },
  };
}

/** The last line of the menu of a conflict. */
const STOP: Answers = [['which is right', '\u001B[B\r']];
const YES: Answers = [['?', 'y\n']];
/** Return at each question of `docs init`. */
const WIZARD: Answers = [
  ['Is this right?', '\r'],
  ['Publish what', '\r'],
  ['Write a pipeline', '\r'],
];

const WELCOME = 'docs/v1.0/guide/welcome.md';
const INSTALL = 'docs/v1.0/guide/install.md';
const CLEANING = 'docs/v1.0/guide/cleaning.md';

/** Pages without an entry have no sessions, and their fences are not files. */
export const SCENES: Readonly<Record<string, () => Promise<Scene>>> = {
  README: withOneEdit,
  SKILL: withOneEdit,
  welcome: withOneEdit,
  promises: withOneEdit,
  install: () => emptyFolder(),
  'first-push': firstPush,
  'existing-project': async () => {
    const scene = await handbook();
    const folder = await temporaryFolder();
    return {
      ...scene,
      folder,
      before: {
        'Day by day': () => edited(scene.world, 'cleaning', 'Clean it in May.'),
        'You already have the files': () => rm(join(folder, 'docs-cli.lock')),
      },
    };
  },
  'another-tool': async () => ({
    ...(await emptyFolder()),
    answers: (command) => (command === 'docs init' ? WIZARD : YES),
  }),
  layouts: () => handbook({}, { pushed: false }),
  'page-format': () => emptyFolder(HANDBOOK),
  navigation: () => handbook({}, { pushed: false }),
  'look-at-pages': () =>
    handbookWhere((world) => ({
      'What a change does': () =>
        world.write({ [CLEANING]: page('Cleaning', 'Clean it in spring.') }),
    })),
  samples: () =>
    emptyFolder({
      ...HANDBOOK,
      'docs/v1.0/guide/_nav.yaml': `${HANDBOOK['docs/v1.0/guide/_nav.yaml']}  - readings\n`,
    }),
  behind: async () => {
    const scene = await inGit(
      await emptyFolder({
        ...HANDBOOK,
        'src/wind.ts': 'export const seconds = 10;\n',
        'docs/v1.0/guide-de/install.md': page('Aufbau', 'Auf ein Dach.'),
        'docs/v1.0/guide-de/welcome.md': page('Willkommen', 'Lapwing ist eine Wetterstation.'),
        'docs/v1.0/guide-fr/install.md': page('Montage', 'Sur un toit.'),
      }),
    );
    const { folder } = scene;
    return {
      ...scene,
      before: {
        'See what is behind': async () => {
          commitAll(folder, 'Explain the wind');
          await writeFiles(folder, { 'src/wind.ts': 'export const seconds = 60;\n' });
          commitAll(folder, 'Measure every minute');
        },
        Translations: async () => {
          await writeFiles(folder, { [INSTALL]: page('Install', 'Put it on a high roof.') });
          commitAll(folder, 'Higher roofs');
        },
      },
    };
  },
  check: async () => inGit(await emptyFolder(HANDBOOK)),
  'how-sync-decides': async () => {
    const scene = await handbookWhere((world) => ({
      'You changed a page': () =>
        world.write({ [INSTALL]: page('Install', 'Put it on a high roof.') }),
      'A colleague changed a page': () => edited(world, 'cleaning', 'Clean it in May.'),
      'Both changed the same page': async () => {
        await edited(world, 'welcome', 'Lapwing measures the weather.');
        await world.write({ [WELCOME]: page('Welcome', 'The lapwing is a weather station.') });
      },
    }));
    return { ...scene, answers: (command) => (command === 'docs push' ? STOP : YES) };
  },
  drafts: async () => {
    const scene = await handbook();
    await scene.world.write({ [INSTALL]: page('Install', 'Mount it on a roof.') });
    return {
      ...scene,
      before: {
        'A draft that somebody else wrote': () =>
          edited(scene.world, 'cleaning', 'Clean it in spring.'),
      },
    };
  },
  conflicts,
  undo,
  'move-and-delete': async () => {
    const scene = await handbook();
    await inGit(scene);
    return scene;
  },
  pipelines: async () => {
    const scene = await withOneEdit();
    return {
      ...scene,
      before: {
        'Stop a release while something is unpushed': () =>
          scene.world.write({ [CLEANING]: page('Cleaning', 'Clean it in June.') }),
        'Show what a merge request changes': () =>
          edited(scene.world, 'cleaning', 'Clean it in July.'),
      },
    };
  },
  definitions: async () => {
    const scene = await handbook();
    const file = 'openapi/lapwing.yaml';
    return {
      ...scene,
      before: {
        'See what breaks clients': async () => {
          const text = await scene.world.read(file);
          await scene.world.write({ [file]: text.replace('/readings:', '/v2/readings:') });
        },
      },
    };
  },
  changelogs: async () => {
    const scene = await handbook({ 'docs/changelogs/news/_settings.yaml': 'title: News\n' });
    const [changelog] = await scene.world.platform.admin.changelogs();
    return { ...scene, shownAs: [[String(changelog?.id), '7701']] };
  },
  'several-projects': () =>
    handbook({
      'packages/client/docs-cli.config.yml': 'content:\n  - path: docs\n',
      'packages/client/docs/v1.0/guide/start.md': page('Start', 'Hello.'),
      'packages/server/docs-cli.config.yml': 'content:\n  - path: docs\n',
      'packages/server/docs/v1.0/guide/serve.md': page('Serve', 'Hello.'),
    }),
  'github-sync': async () => {
    const scene = await handbook({ 'docs/developerhub.yaml': 'title: Handbook\n' });
    await scene.world.remove('docs-cli.config.yml');
    await scene.world.remove('docs-cli.lock');
    return scene;
  },
  access: () => handbook(),
  'people-and-audit': async () => {
    const scene = await handbook({}, { users: USERS });
    await scene.world.write({ [CLEANING]: page('Cleaning', 'Clean it in May.') });
    await scene.world.run('push', '--yes', '--publish');
    return scene;
  },
  versions: () => handbook(),
  'embedded-platform': () => emptyFolder(HANDBOOK),
  troubleshooting: () => emptyFolder(HANDBOOK),
  'exit-codes': () => handbook({}, { pushed: false }),
  environment: () => emptyFolder(HANDBOOK),
  'files-and-settings': () => emptyFolder(),
  security: () => handbook(),
};

/** Everything is pushed, and then somebody edits a page. */
async function withOneEdit(): Promise<Handbook> {
  const scene = await handbook();
  await scene.world.write({ [CLEANING]: page('Cleaning', 'Clean it in May.') });
  return scene;
}

const USERS = [
  { name: 'Ann', email: 'ann@example.com', role: 'ADMIN' },
  { name: 'Bo', email: 'bo@example.com', role: 'WRITER' },
] as const;

/** Begins with the platform on this machine, and continues with the service, which another platform stands for. */
async function firstPush(): Promise<Scene> {
  const { env, world } = await handbook({}, { pushed: false });
  const { baseUrl, apiKey } = world.platform;
  const scene = await emptyFolder();
  const welcome = join(scene.folder, 'handbook/docs/v1.0/guide/welcome.md');
  return {
    ...scene,
    before: {
      'Push a change': async () => {
        const text = await readFile(welcome, 'utf8');
        await writeFile(welcome, text.replace('first', 'newest'));
      },
      'Push to your own project': async () => ({
        env: { DOCS_BASE_URL: env['DOCS_BASE_URL'] ?? '' },
      }),
    },
    shownAs: [[new URL(baseUrl).origin, 'https://api.developerhub.io']],
    answers: (command) => (command === 'docs login' ? [['key', `${apiKey}\n`]] : YES),
  };
}

async function conflicts(): Promise<Scene> {
  const { world, ...scene } = await handbook();
  const mine = (text: string) => world.write({ [INSTALL]: page('Install', text) });
  await mine('Put it on a high roof.\n\nPoint the vane north.');
  await edited(world, 'install', 'Put it on a roof.\n\nPoint the vane south.');
  let merged = false;
  return {
    ...scene,
    before: {
      Merge: async () => {
        merged = true;
      },
      'Keep your text': async () => {
        await mine('Put it on a flat roof.');
        await edited(world, 'install', 'Put it on a mast.');
      },
      'Keep the platform\u2019s text': async () => {
        await mine('Put it on a steep roof.');
        await edited(world, 'install', 'Put it on a pole.');
      },
      'Leave it for later': async () => {
        await mine('Put it on a tower.');
        await edited(world, 'install', 'Put it on a tree.');
        await world.write({ [CLEANING]: page('Cleaning', 'Clean it three times a year.') });
      },
    },
    answers: (command) => (command === 'docs push' && !merged ? STOP : YES),
  };
}

/** A page that only shows. */
export const nowhere = async (): Promise<Scene> => ({
  ...(await emptyFolder()),
  writesFiles: false,
});

/** `docs version clone`, and publishing with broken links, on a platform of today's revision. */
import { describe, expect, test } from 'vitest';
import { impatientClock } from '../../support/clocks.ts';
import { expectOfSchema } from '../../support/schema.ts';
import {
  openToday,
  versionOf,
  type Today,
  type TodayProject,
  type TodayVersion,
} from '../../support/today-stub.ts';

const BROKEN = {
  severity: 'error',
  issue: 'broken_link',
  message: 'It leads nowhere.',
  isDraft: false,
  page: { id: 111, title: 'Intro' },
  link: { text: null, href: '/x', type: 'page', fragment: null, targetId: null },
  target: { title: null, section: null },
};

interface Platform extends Today {
  /** The copy appears. */
  readonly late: () => void;
  /** What `POST /version/1/clone` and `PUT /version/9` were sent. */
  readonly sent: unknown[];
}

interface Situation {
  readonly links?: readonly unknown[] | number;
  /** Of the answer to the clone; the copy is made all the same. */
  readonly cloneStatus?: number;
  readonly publishStatus?: number;
  /** The copy does not appear before `late` is called. */
  readonly isLate?: boolean;
  readonly answersSource?: boolean;
}

async function openVersions({
  links = [],
  cloneStatus = 201,
  publishStatus = 200,
  isLate = false,
  answersSource = false,
}: Situation = {}): Promise<Platform> {
  const versions: TodayVersion[] = [
    { id: 1, slug: 'v1.0', ordr: 1 },
    { id: 3, slug: 'v0.9', ordr: 2, published: false },
  ];
  const sent: unknown[] = [];
  const waiting: TodayVersion[] = [];
  const late = (): void => {
    versions.unshift(...waiting.splice(0));
  };
  const found = typeof links === 'number' ? ([links, {}] as const) : ([200, links] as const);
  const publish = (id: number) => (body: unknown) => {
    sent.push(body);
    const version = versions.find((each) => each.id === id);
    if (version === undefined || publishStatus !== 200) {
      const refusal = { message: 'Nothing is published in it', httpCode: 400, code: 400 };
      return [publishStatus, refusal] as const;
    }
    return [200, versionOf({ ...version, published: true })] as const;
  };
  const project: TodayProject = {
    versions,
    answers: {
      'POST /version/1/clone': (body) => {
        sent.push(body);
        const { name, slug } = body as { name: string; slug?: string };
        const made = {
          id: 9,
          name,
          slug: slug ?? name.replace('.', '-'),
          ordr: 0,
          published: false,
        };
        if (cloneStatus === 404) return [404, {}];
        if (isLate) waiting.push(made);
        else versions.unshift(made);
        if (answersSource) return [201, versionOf({ id: 1, slug: 'v1.0', ordr: 1 })];
        return cloneStatus === 201 ? [201, versionOf(made)] : [cloneStatus, {}];
      },
      'PUT /version/9': publish(9),
      'PUT /version/3': publish(3),
      'GET /version/1/broken-links': found,
      'GET /version/3/broken-links': found,
    },
  };
  return Object.assign(await openToday(project), { sent, late });
}

describe('docs version clone', () => {
  test('copies a version, and says what its folder is called', async () => {
    const world = await openVersions();

    const run = await world.run('version', 'clone', 'v1.0', '--name', 'v2.0', '--yes');

    expect(run).toEqual({
      exitCode: 0,
      stdout:
        '✔ v2-0 (9) is a copy of v1.0, not published; its slug, and the name of its folder, is v2-0; docs version update v2-0 --slug changes it\n',
      stderr: '',
    });
    expect(world.sent).toEqual([{ name: 'v2.0' }]);
  });

  test('takes a slug, and publishes', async () => {
    const world = await openVersions();
    const argv = [
      'version',
      'clone',
      'latest',
      '--name',
      'v2.0',
      '--slug',
      'v2',
      '--publish',
      '--yes',
    ];

    const run = await world.run(...argv, '--json');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(run.stdout)).toMatchObject({
      dryRun: false,
      items: [
        {
          name: 'v2.0',
          state: 'done',
          id: 9,
          from: 'v1.0',
          version: { slug: 'v2', published: true },
          warnings: [],
        },
      ],
    });
    await expectOfSchema('version-clone', JSON.parse(run.stdout));
    expect(world.sent).toEqual([{ name: 'v2.0', slug: 'v2' }, { published: true }]);
  });

  test('tells what it made where it cannot publish it', async () => {
    const world = await openVersions({ publishStatus: 400 });

    const run = await world.run('version', 'clone', '1', '--name', 'v2', '--publish', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain('v2 (9) is a copy of v1.0, not published');
    expect(run.stderr).toContain('First publish a documentation or a reference in it');
  });

  test.each([
    ['v1.0', [], 'There already is a version "v1.0" (v1.0).'],
    ['V1.0', [], 'There already is a version "v1.0" (v1.0).'],
    ['two', ['--slug', 'v2.0'], '"v2.0" cannot be the slug of a copy.'],
  ])('refuses the name %s with %j', async (name, more, message) => {
    const world = await openVersions();

    const run = await world.run('version', 'clone', 'v1.0', '--name', name, ...more, '--yes');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(world.sent).toEqual([]);
  });

  test('finds the copy whose answer was lost, and makes no second one', async () => {
    const world = await openVersions({ cloneStatus: 502 });

    const run = await world.run('version', 'clone', 'v1.0', '--name', 'v2', '--yes');

    expect(run).toMatchObject({
      exitCode: 0,
      stdout: '✔ v2 (9) is a copy of v1.0, not published\n',
    });
    expect(world.sent).toHaveLength(1);
  });

  test('waits for the copy that the platform is still making, and looks again', async () => {
    const world = await openVersions({ cloneStatus: 502, isLate: true });
    const clock = impatientClock(async () => world.late());

    const run = await world.runAs({ clock }, 'version', 'clone', 'v1.0', '--name', 'v2', '--yes');

    expect(run).toMatchObject({
      exitCode: 0,
      stdout: '✔ v2 (9) is a copy of v1.0, not published\n',
    });
    expect(run.stderr).toContain('The answer about v2 was lost: checking again in 30 s.');
    expect(world.sent).toHaveLength(1);
  });

  test('is told to the next run, which makes no second one, where the platform takes even longer', async () => {
    const world = await openVersions({ cloneStatus: 502, isLate: true });
    const argv = ['version', 'clone', 'v1.0', '--name', 'v2', '--yes'];

    const lost = await world.runAs({ clock: impatientClock() }, ...argv);
    world.late();
    const again = await world.run(...argv);

    expect(lost.exitCode).toBe(1);
    expect(lost.stderr).toContain('docs version list shows whether it is there');
    expect(again).toMatchObject({ exitCode: 2, stdout: '' });
    expect(again.stderr).toContain('There already is a version "v2" (v2).');
    expect(again.stderr).toContain('docs version publish v2 publishes it');
    expect(world.sent).toHaveLength(1);
  });

  test.each([
    ['nothing was made', { isLate: true }, 'does not have the copy'],
    [
      'the answer is the version itself',
      { answersSource: true, isLate: true },
      'does not have it yet',
    ],
  ])('fails where it was answered with 201 and %s', async (_, situation, message) => {
    const world = await openVersions(situation);
    const argv = ['version', 'clone', 'v1.0', '--name', 'v2', '--yes'];

    const run = await world.runAs({ clock: impatientClock() }, ...argv);

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  test('says that a platform cannot copy versions', async () => {
    const world = await openVersions({ cloneStatus: 404 });

    const run = await world.run('version', 'clone', 'v1.0', '--name', 'v2', '--yes');

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(
      'This platform has no POST /version/1/clone, or there is no version 1.',
    );
  });
});

describe.each([
  [['version', 'publish', 'v0.9'], [{ published: true }]],
  [
    ['version', 'clone', 'v1.0', '--name', 'v2', '--publish'],
    [{ name: 'v2' }, { published: true }],
  ],
])('docs %j, of a version with broken links,', (argv, sends) => {
  test('shows them, writes nothing and needs --force', async () => {
    const world = await openVersions({ links: [BROKEN, { ...BROKEN, severity: 'warning' }] });

    const run = await world.run(...argv, '--yes');

    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toContain('error broken_link: /x');
    expect(run.stderr).toContain('nothing was published.');
    const [, , version] = argv;
    expect(run.stderr).toContain(`docs links --remote ${version} lists them; --force publishes`);
    expect(world.sent).toEqual([]);
  });

  test('publishes with --force, and where there are only warnings', async () => {
    const forced = await openVersions({ links: [BROKEN] });
    const warned = await openVersions({ links: [{ ...BROKEN, severity: 'warning' }] });

    expect(await forced.run(...argv, '--yes', '--force')).toMatchObject({ exitCode: 0 });
    expect(await warned.run(...argv, '--yes')).toMatchObject({ exitCode: 0 });
    expect(forced.sent).toEqual(sends);
    expect(warned.sent).toEqual(sends);
  });

  test('says with --dry-run that it would want --force', async () => {
    const world = await openVersions({ links: [BROKEN] });

    const run = await world.run(...argv, '--dry-run');

    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('publishing needs --force.');
    expect(world.sent).toEqual([]);
  });

  test.each([404, 405, 403])(
    'publishes where the look for them is answered with %d',
    async (links) => {
      const world = await openVersions({ links });

      expect(await world.run(...argv, '--yes')).toMatchObject({ exitCode: 0 });
      expect(world.sent).toEqual(sends);
    },
  );
});

import { expect, test } from 'vitest';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

/** A push whose plan has every kind of change. */
async function openMixedWorld() {
  const names = ['kept', 'edited', 'moved', 'both', 'deleted', 'gone', 'adopted', 'edited-gone'];
  const files = Object.fromEntries(names.map((name) => [`${GUIDE}/${name}.md`, page(name, name)]));
  const world = await openWorld(files);
  await world.run('push', '--publish', '--yes');
  const { admin } = world.platform;
  for (const key of ['gone', 'edited-gone']) {
    await admin.editor().remove((await world.page(`v1.0/guide/${key}`))?.id ?? 0);
  }
  await world.edit('v1.0/guide/moved', 'moved there');
  await world.edit('v1.0/guide/both', 'both there');
  const lock = await world.read('docs-cli.lock');
  const lines = lock.split('\n').filter((line) => !line.includes('"v1.0/guide/adopted"'));
  await world.remove(`${GUIDE}/deleted.md`);
  await world.write({
    'docs-cli.lock': lines.join('\n'),
    [`${GUIDE}/edited.md`]: page('edited', 'edited here'),
    [`${GUIDE}/edited-gone.md`]: page('edited-gone', 'edited here'),
    [`${GUIDE}/both.md`]: page('both', 'both here'),
    [`${GUIDE}/new.md`]: '---\ntitle: new\nkeywords: a, b\nlisted: false\n---\n\nnew\n',
    [`${GUIDE}/kept.md`]: '---\ntitle: kept\nkeywords: a, b\n---\n\nkept\n',
    'docs/v9.9/guide/lost.md': page('lost', 'lost'),
  });
  return world;
}

test('push --json prints one document of the published shape, with every kind of change', async () => {
  const world = await openMixedWorld();

  const run = await world.run('push', '--publish', '--skip-conflicts', '--json', '--yes');

  expect(run.exitCode).toBe(7);
  const document = JSON.parse(run.stdout);
  await expectOfSchema('push', document);
  expect(document.summary).toEqual({
    create: 1,
    update: 1,
    publish: 2,
    adopt: 1,
    pull: 1,
    conflict: 2,
    orphan: 1,
    delete: 0,
    gone: 1,
    unplaced: 1,
    unchanged: 1,
  });
  expect(document.requests.total).toBe(sum(document.requests.byOperation));
  expect(document.applied.map(({ key }: { key: string }) => key)).toContain('v1.0/guide/new');
  await expectOfSchema('error', JSON.parse(run.stderr.trimEnd().split('\n').at(-1) ?? ''));
});

test('status and diff --json have published shapes, and a push that a conflict stops prints its plan', async () => {
  const world = await openMixedWorld();

  await expectOfSchema('push', JSON.parse((await world.run('status', '--json')).stdout));
  const diffs = JSON.parse((await world.run('diff', '--json')).stdout);
  const refused = await world.run('push', '--json', '--yes');

  await expectOfSchema('diff', diffs);
  expect(diffs.map(({ kind }: { kind: string }) => kind)).toContain('conflict');
  expect(refused.exitCode).toBe(5);
  await expectOfSchema('push', JSON.parse(refused.stdout));
});

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, each) => total + each, 0);

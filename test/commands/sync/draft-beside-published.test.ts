import { expect, onTestFinished, test } from 'vitest';
import { readArchive } from '../../../src/content/archive/read-texts.ts';
import { readProject } from '../../../src/content/export/read-export.ts';
import { start } from '../../platform/support/platform.ts';
import { openWorld } from '../../support/world.ts';

const INTRO = 'docs/v1/guide/intro.md';
/** HTML that shows three backticks, which no Markdown reader takes for a fence. */
const SHOWS_A_FENCE = '{% html %}\n<pre>\n```\n</pre>\n{% /html %}';

test('a draft with HTML that shows a fence is pushed beside the published text, not instead of it', async () => {
  const world = await openWorld({
    [INTRO]: `---\ntitle: Intro\n---draft\n\n${SHOWS_A_FENCE}\n\n---published\n\nold\n`,
  });

  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });

  expect(await world.page('v1/guide/intro')).toMatchObject({ published: 'old' });
  expect((await world.run('check')).stdout).not.toContain('---published');
});

test('a published page whose draft has HTML that shows a fence is published after export and import', async () => {
  const world = await openWorld({ [INTRO]: '---\ntitle: Intro\n---\n\nold\n' });
  await world.run('push', '--publish', '--yes');
  await world.edit('v1/guide/intro', SHOWS_A_FENCE);
  expect(await world.run('export', '-o', 'e.zip')).toMatchObject({ exitCode: 0 });

  const archive = readProject(await readArchive(`${world.folder}/e.zip`));
  const again = await start({
    seed: { versions: [], documentations: [], references: [] },
    archive,
    rateLimits: false,
  });
  onTestFinished(() => again.close());

  expect(archive.notes).toEqual([]);
  expect(await again.admin.pages()).toMatchObject([{ draft: SHOWS_A_FENCE, published: 'old' }]);
});

test('a line `---draft` that an editor wrote is exported as text, and the export pushes as the same page', async () => {
  const text = 'one\n\n---draft\n\ntwo';
  const world = await openWorld({ [INTRO]: '---\ntitle: Intro\n---\n\nold\n' });
  await world.run('push', '--publish', '--yes');
  await world.edit('v1/guide/intro', text);
  const edited = await world.page('v1/guide/intro');
  await world.platform.admin.editor().publish(edited?.id ?? 0);

  expect(await world.run('export', '--extract', 'out')).toMatchObject({ exitCode: 0 });
  await world.write({ 'out/docs-cli.config.yml': 'content:\n  - path: .\n' });
  const push = await world.run('push', '--config', 'out/docs-cli.config.yml', '--json', '--yes');

  expect(push.stderr).toBe('');
  expect(JSON.parse(push.stdout).summary).toMatchObject({ conflict: 0, create: 0, update: 0 });
  expect(await world.page('v1/guide/intro')).toMatchObject({ published: text });
});

test('an import says which page holds a line like the beginning of a section', () => {
  const { notes } = readProject(
    new Map([
      ['v1/Guide/1 Intro.md', '---\ntitle: Intro\n---published\n\none\n\n---draft\n\ntwo\n\n'],
      ['v1/Guide/2 Other.md', '---\ntitle: Other\n---published\n\n```\n---draft\n```\n\n'],
    ]),
  );

  expect(notes).toEqual(['v1/Guide/Intro: a line `---draft` or `---published` was kept as text.']);
});

/** An editor restores a text that was sent once: neither log nor git explain this edit away. */
import { describe, expect, test } from 'vitest';
import { commitAll } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const KEY = 'v1/guide/intro';
const FILE = `docs/${KEY}.md`;
const page = (text: string): string => `---\ntitle: Intro\n---\n\n${text}\n`;

/** Two texts were sent, one after the other; then an editor restored the first one. */
async function restored(isCommitted: boolean): Promise<World> {
  const world = await openWorld({ '.gitignore': '.docs-cli/\n', [FILE]: page('First.') });
  for (const text of ['First.', 'Second.']) {
    await world.write({ [FILE]: page(text) });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    if (isCommitted) commitAll(world.folder, text);
  }
  await world.edit(KEY, 'First.');
  return world;
}

describe.each([
  ['which the log has', false],
  ['which log and git have', true],
])('a text that an editor restored, %s', (_, isCommitted) => {
  test('is not overwritten by an edit made here', async () => {
    const world = await restored(isCommitted);
    await world.write({ [FILE]: page('Third.') });

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });

    expect((await world.page(KEY))?.draft).toBe('First.');
  });

  test('stays, and a pull brings it into the file', async () => {
    const world = await restored(isCommitted);

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await world.page(KEY))?.draft).toBe('First.');
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read(FILE)).toBe(page('First.'));
  });
});

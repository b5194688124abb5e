/** A pull that was killed while it moved a file, as a person finishes it. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { World } from '../support/world.ts';

const MARK = '.docs-cli/move';

/**
 * What a person does after a killed pull left the mark of a move: finishes the move and removes the
 * mark, as the message says. Until then no run does anything.
 */
export async function finishMove(world: World): Promise<void> {
  if (!(await world.exists(MARK))) return;
  for (const argv of [
    ['push', '--dry-run'],
    ['pull', '--yes'],
  ])
    expect((await world.run(...argv)).stderr).toContain('has not finished');
  const [from = '', to = ''] = Array.from(
    (await world.read(MARK)).matchAll(/"([^"]+)"/g),
    ([, path = '']) => path,
  );
  if (await world.exists(to)) {
    if (await world.exists(from)) await world.remove(from);
    const [was, now] = [basename(from, '.md'), basename(to, '.md')];
    for (const name of await readdir(join(world.folder, dirname(to)))) {
      const file = join(dirname(to), name);
      const text = await world.read(file);
      const led = name.endsWith('.md')
        ? text.replaceAll(`(${was}.md`, `(${now}.md`)
        : text.replace(new RegExp(`\\b${was}(?=[,\\]])`), now);
      await world.write({ [file]: led });
    }
  }
  await world.remove(MARK);
}

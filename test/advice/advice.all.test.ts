// Slow: each line is typed in a world of its own.
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';
import type { Run } from '../support/host.ts';
import { FILES, SITUATIONS, type Situation } from './given.ts';

const wordsOf = ({ stdout, stderr }: Run): string => `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');

/** What a hint looks like on the screen, without spaces: questions break lines within words. */
const shape = (hint: string): RegExp =>
  new RegExp(
    hint
      .replaceAll(/\s/g, '')
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*?'),
  );

async function worldOf({ files, pushed = false, before }: Situation): Promise<World> {
  const world = await openWorld({ ...FILES, ...files }, { rateLimits: false });
  if (pushed) await world.run('push', '--publish', '--yes');
  await before?.(world);
  return world;
}

describe.each(SITUATIONS)('$name', (situation) => {
  test.each(situation.typed)('$line', async ({ hint, line, exit = 0, says = /(?:)/, write }) => {
    const world = await worldOf(situation);
    const { run: provoking, answers, env = {} } = situation;
    const host = answers === undefined ? { env } : { env, terminal: true, answers };
    const given = await world.runAs(host, ...provoking.split(' '));
    expect(wordsOf(given).replaceAll(' ', '')).toMatch(shape(hint));
    await world.write(write ?? {});

    const run = await world.run(...line.split(' '));

    expect(wordsOf(run)).toMatch(says);
    expect(run).toMatchObject({ exitCode: exit });
  });
});

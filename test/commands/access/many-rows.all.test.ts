import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

test('a list of very many rows is judged, whatever it holds', async () => {
  const world = await openWorld({ 'readers.csv': 'a\n'.repeat(300_000) });
  const run = await world.run('access', 'grant', '--from', 'readers.csv', '--yes', '--json');
  expect(run.exitCode).toBe(2);
  expect((JSON.parse(run.stdout) as { items: unknown[] }).items).toHaveLength(300_000);
});

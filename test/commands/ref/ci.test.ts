import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS, VERSIONS } from './definitions.ts';

interface Job {
  readonly steps?: readonly { readonly run?: string }[];
  readonly script?: readonly string[];
}

/** The `docs` commands of the jobs `compare` and `publish` of each example. */
const text = await readFile('docs/ci/definitions.md', 'utf8');
const examples = [...text.matchAll(/^## (.+)$[^]*?^```yaml\n([^]*?)^```$/gm)].map(
  ([, name = '', yaml = '']) => {
    const file = parse(yaml) as { readonly jobs?: Record<string, Job> } & Record<string, Job>;
    const commands = (job: string): string[] => {
      const { steps = [], script = [] } = (file.jobs ?? file)[job] ?? {};
      return [...steps.flatMap(({ run }) => run ?? []), ...script].filter((line) =>
        line.startsWith('docs '),
      );
    };
    return { name, compare: commands('compare'), publish: commands('publish') };
  },
);

/** Runs one line as a shell would: words, and `> file` at the end. */
async function runLine(world: World, line: string): Promise<number> {
  const [command = '', file] = line.split(' > ');
  const { exitCode, stdout } = await world.runAs(
    { env: { CI: 'true' } },
    ...command.split(' ').slice(1),
  );
  if (file !== undefined) await world.write({ [file]: stdout });
  return exitCode;
}

async function openRepository(definition: string): Promise<World> {
  const world = await openWorld({ ...VERSIONS, 'openapi/petstore.yaml': PETS });
  await world.run('ref', 'upload', 'openapi/petstore.yaml', '--in', 'latest', '--create', '--yes');
  await world.write({ 'openapi/petstore.yaml': definition });
  return world;
}

test('there are examples for both systems', () => {
  expect(examples.map(({ name }) => name)).toEqual(['GitHub Actions', 'GitLab CI']);
});

describe.each(examples)('$name', ({ compare, publish }) => {
  test('a pull request that breaks clients gets its comment, and fails', async () => {
    const world = await openRepository(NEWER_PETS);
    const codes: number[] = [];
    for (const line of compare) codes.push(await runLine(world, line));
    expect(codes).toEqual([0, 0, 5]);
    expect(await world.read('api-changes.md')).toContain('**1 breaking**');
  });

  test('a pull request that breaks nobody passes', async () => {
    const world = await openRepository(PETS.replace('All pets', 'All the pets'));
    for (const line of compare) expect(await runLine(world, line)).toBe(0);
  });

  test('a tag publishes, and publishes once', async () => {
    const world = await openRepository(NEWER_PETS);
    expect(publish).toHaveLength(1);
    for (const line of [...publish, ...publish]) expect(await runLine(world, line)).toBe(0);
    expect((await world.run('ref', 'get', 'pets')).stdout).toBe(NEWER_PETS);
  });
});

/** How readers are shown a reference: sent with its definition, from options and from the file beside it. */
import { describe, expect, test } from 'vitest';
import { openToday, type Today } from '../../support/today-stub.ts';
import { NEWER_PETS, PETS } from './definitions.ts';

const REFERENCE = {
  id: 5,
  title: 'Pets',
  created: '2026-01-01T00:00:00+0000',
  updated: '2026-01-01T00:00:00+0000',
  slug: 'pets',
  ordr: 1,
};

/** A platform that has `PETS`, and a folder with `definition` in `refs/`. */
const openPets = (definition: string, settings?: string): Promise<Today> =>
  openToday(
    {
      versions: [{ id: 1, slug: 'v1.0', ordr: 1 }],
      references: [{ id: 5, version: 1, title: titleOf(PETS) }],
      answers: {
        'GET /reference/5/definition': [200, PETS],
        'POST /version/1/reference': [201, { ...REFERENCE, title: titleOf(PETS) }],
      },
    },
    {
      'v1.0/refs/pets.yaml': definition,
      ...(settings === undefined ? {} : { 'v1.0/refs/pets.settings.yaml': settings }),
    },
  );

const titleOf = (definition: string): string =>
  /title: ([^,}\n]+)/.exec(definition)?.[1]?.trim() ?? '';

const UPLOAD = ['ref', 'upload', 'v1.0/refs/pets.yaml', '--in', 'v1.0', '--yes'];

const uploadsOf = ({ asked }: Today): string[] => asked.filter((line) => line.startsWith('POST '));

describe('docs ref upload', () => {
  test('sends no setting that nobody gave', async () => {
    const today = await openPets(NEWER_PETS);

    expect(await today.run(...UPLOAD)).toMatchObject({ exitCode: 0 });
    expect(uploadsOf(today)).toEqual(['POST /version/1/reference']);
  });

  test('sends what the settings file beside the definition says, and options before it', async () => {
    const settings = 'title: Pets\nshowTryItOut: true\ndownloadable: "false"\nexpandable: true\n';
    const today = await openPets(NEWER_PETS, settings);

    const run = await today.run(...UPLOAD, '--no-expandable');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('sets try it out on, download off, expandable rows off');
    expect(uploadsOf(today)).toEqual([
      'POST /version/1/reference?show_try_it_out=true&allow_download=false&expandable=false',
    ]);
  });

  test('leaves a definition alone that did not change, unless an option is given', async () => {
    const today = await openPets(PETS, 'showTryItOut: true\n');

    expect(await today.run(...UPLOAD)).toMatchObject({ exitCode: 0 });
    expect(uploadsOf(today)).toEqual([]);
    expect(await today.run(...UPLOAD, '--allow-download')).toMatchObject({ exitCode: 0 });
    expect(uploadsOf(today)).toEqual([
      'POST /version/1/reference?show_try_it_out=true&allow_download=true',
    ]);
  });

  test('refuses a setting that is neither true nor false, with its file', async () => {
    const today = await openPets(NEWER_PETS, 'downloadable: sometimes\n');

    const run = await today.run(...UPLOAD);

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(
      'v1.0/refs/pets.settings.yaml: `downloadable` must be true or false, not "sometimes"',
    );
    expect(uploadsOf(today)).toEqual([]);
  });
});

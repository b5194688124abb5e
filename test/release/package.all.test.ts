/** What a release ships, and what it says of it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { pack } from '../../tools/pack.js';
import { billOfMaterials, bundledPackages } from '../../tools/sbom.js';
import { temporaryFolder } from '../support/folder.ts';
import { problemsByPublishedSchema } from '../support/published-schema.ts';

test('packing twice makes the same tarball, byte for byte', async () => {
  const [first, second] = [
    await pack(await temporaryFolder()),
    await pack(await temporaryFolder()),
  ];

  expect(basename(first.file)).toBe(`docs-cli-${manifest.version}.tgz`);
  const bytes = await readFile(first.file);
  expect(bytes.equals(await readFile(second.file))).toBe(true);
  expect(first.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('the list of materials has what is bundled and what is installed, and nothing else', async () => {
  const bill = (await billOfMaterials()) as {
    readonly components: readonly { readonly name: string; readonly version: string }[];
    readonly metadata: { readonly component: object };
  };
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));

  expect(await problemsByPublishedSchema('cyclonedx-1.5', bill)).toEqual([]);
  expect(bill.metadata.component).toMatchObject({ name: 'docs-cli', version: manifest.version });
  const bundled = bundledPackages(await readFile('dist/THIRD-PARTY.md', 'utf8'));
  expect(bundled.size).toBeGreaterThan(50);
  expect([...bundled].filter((each) => !listed.has(each))).toEqual([]);
  expect(listed).toContain(`libsql@${manifest.dependencies.libsql}`);
  expect([...listed].filter((each) => /^(?:vitest|typescript|oxlint)@/.test(each))).toEqual([]);
  expect(await billOfMaterials()).toEqual(bill);
});

test('a list of materials that is not one is found', async () => {
  const bill = await billOfMaterials();
  const wrong = { ...bill, components: [{ type: 'package', name: 'x' }] };

  expect(await problemsByPublishedSchema('cyclonedx-1.5', wrong)).not.toEqual([]);
});

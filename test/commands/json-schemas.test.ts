/** The schemas in `docs/json`, which are made of the documents of `src`. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FOLDER, jsonSchemas } from '../../tools/json-schemas.js';

test('they are what the documents are made of: npm run docs writes them', async () => {
  const files = await readdir(FOLDER);
  const published = await Promise.all(
    files.map(async (file) => [file, JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))]),
  );
  expect(Object.fromEntries(published)).toEqual(Object.fromEntries(await jsonSchemas()));
});

// npm run docs: the files that are made of the sources. `npm ci` and `npm run build` make them, too; git has none of them.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandsDoc, helpText } from './commands-doc.js';
import { configSchema } from './config-schema.js';
import { DOCUMENTS, jsonSchemas } from './json-schemas.js';
import { manPage } from './man-page.js';
import { importSources } from './source.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders that hold nothing else. */
const FOLDERS = ['docs/json', 'man'];

const SOURCES = /** @type {const} */ ([
  'src/program.ts',
  'src/commands/help/topics.ts',
  'src/config/settings.ts',
]);

/**
 * The text of each generated file, by its path. The same sources make the same texts.
 *
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function generatedFiles() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [{ buildProgram }, { TOPICS }, { fileSchema }, ...documents] =
    /** @type {[typeof import('../src/program.ts'), typeof import('../src/commands/help/topics.ts'), typeof import('../src/config/settings.ts'), ...object[]]} */ (
      await importSources([...SOURCES, ...(await DOCUMENTS())])
    );
  const program = buildProgram(
    /** @type {any} */ ({ host: { stdout: process.stdout, stderr: process.stderr, version } }),
  );
  return new Map([
    ['docs/commands.md', commandsDoc(program, helpText)],
    ['docs/docs-cli.config.schema.json', json(configSchema(fileSchema))],
    ...Array.from(
      jsonSchemas(documents),
      ([name, schema]) => /** @type {const} */ ([`docs/json/${name}.schema.json`, json(schema)]),
    ),
    ['man/docs.1', manPage(program, TOPICS, version)],
  ]);
}

/** @param {object} value */
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Writes them. What an earlier version had is removed. */
export async function writeGenerated() {
  const files = await generatedFiles();
  for (const folder of FOLDERS) await rm(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeGenerated();

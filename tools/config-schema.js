// Writes docs/docs-cli.config.schema.json from src/config/settings.ts: what editors know of the config file.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { importSource } from './source.js';

/**
 * The schema of a config file, as JSON Schema draft 7.
 *
 * @param {import('valibot').GenericSchema} settings
 */
export function configSchema(settings) {
  const schema = toJsonSchema(settings, {
    // Of several schemas in a pipe, the last one is the most exact.
    typeMode: 'output',
    // Checks by functions have no JSON Schema; they run when the file is read.
    ignoreActions: ['check'],
    overrideSchema: ({ jsonSchema }) =>
      jsonSchema.properties?.['documentation'] && jsonSchema.properties['version']
        ? { ...jsonSchema, dependencies: TOGETHER }
        : undefined,
  });
  return {
    ...schema,
    title: 'docs-cli.config.yml',
    description:
      'Settings of docs (docs-cli). `docs config` shows what applies and where it came from.',
  };
}

const TOGETHER = { version: ['documentation'], documentation: ['version'] };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {typeof import('../src/config/settings.ts')} */
  const { fileSchema } = await importSource('src/config/settings.ts');
  const text = `${JSON.stringify(configSchema(fileSchema), null, 2)}\n`;
  await writeFile(new URL('../docs/docs-cli.config.schema.json', import.meta.url), text);
}

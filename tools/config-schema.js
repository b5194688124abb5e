// docs/docs-cli.config.schema.json, from src/config/settings.ts: what editors know of the config file.
import { toJsonSchema } from '@valibot/to-json-schema';

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

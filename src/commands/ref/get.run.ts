import type { ReadReference } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { writeOutput } from '../shared/named-files/output.ts';
import { ReferenceIndex, type FoundReference, servedDefinition } from './reference-index.ts';

export interface GetReferenceOptions {
  readonly in?: string;
  readonly draft: boolean;
  readonly format: 'auto' | 'yaml' | 'json';
  readonly output?: string;
  readonly force: boolean;
}

/** Prints or writes a definition byte for byte. Two requests. */
export async function getReference(
  context: Context,
  name: string,
  options: GetReferenceOptions,
): Promise<void> {
  const { host, ui } = context;
  const { draft, format, output } = options;
  const api = await context.api();
  const index = await ReferenceIndex.read(context);
  const reference = await index.find(name, options.in);
  const served = await servedDefinition(api, reference.id, { draft, format }, host.signal);
  if (served === undefined) throw nothingThere(reference, draft);
  const { bytes, contentType } = served;
  if (bytes.length > MAX_DEFINITION_BYTES) warnOfSize(context, reference, bytes.length);
  const toFile = output !== undefined && output !== '-';
  if (toFile) {
    await writeOutput(context, output, bytes, options.force);
    ui.say((style) => `${style.text(reference.title)} is in ${style.text(output)}.`);
  }
  if (ui.json) {
    const { id, title, slug, version } = reference;
    const definition = new TextDecoder().decode(bytes);
    const document: ReadReference = {
      id,
      title,
      slug,
      version: version.name,
      draft,
      contentType,
      definition,
    };
    await ui.result(document, () => '');
  } else if (!toFile) await ui.raw(bytes, { long: true });
}

/** The definition can be longer in another format than the one that was uploaded. */
function warnOfSize({ ui }: Context, { title }: FoundReference, size: number): void {
  ui.warn(
    `"${title}" is ${(size / 2 ** 20).toFixed(1)} MB in this format. The platform accepts at most 8 MB, so this file cannot be uploaded.`,
    'To upload it again, leave out --format: then it is as it was uploaded',
  );
}

const nothingThere = ({ title }: FoundReference, draft: boolean): Failure =>
  draft
    ? new Failure('not-found', `"${title}" has no draft: its definition is published.`, {
        hint: 'Leave out --draft',
      })
    : new Failure('not-found', `"${title}" was never published.`, {
        hint: 'docs ref get --draft shows its draft, docs ref publish publishes it',
      });

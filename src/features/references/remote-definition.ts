import type { Api } from '../../api/api.ts';
import type { Bytes } from '../../api/call.ts';
import { readDefinition } from '../../definitions/read.ts';
import type { Comparable } from '../../definitions/long-numbers.ts';
import { Failure } from '../../model/failure.ts';
import type { ReferenceId } from '../../model/ids.ts';

interface ServedRequest {
  readonly draft: boolean;
  readonly format?: 'auto' | 'yaml' | 'json';
}

/** The definition as it is served. Resolves to `undefined` if the platform has no such definition. */
export async function servedDefinition(
  api: Api,
  id: ReferenceId,
  request: ServedRequest,
  signal: AbortSignal,
): Promise<Bytes | undefined> {
  const { draft, format } = request;
  // Default values are left out, so that the platform applies its own.
  const asked = { draft: draft ? true : undefined, format: format === 'auto' ? undefined : format };
  try {
    return await api.references.definition(id, asked, signal);
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The content of the definition. Rejects with `platform-garbled` if it is not a definition. */
export async function servedContent(
  api: Api,
  id: ReferenceId,
  draft: boolean,
  signal: AbortSignal,
): Promise<Comparable | undefined> {
  const served = await servedDefinition(api, id, { draft }, signal);
  if (served === undefined) return undefined;
  const reading = await readDefinition(served.bytes, `reference ${id}`);
  if (reading.ok) return reading.definition;
  const { message, line } = reading.problem;
  throw new Failure(
    'platform-garbled',
    `Reference ${id} as the platform serves it, line ${line}: ${message}.`,
    {
      hint: `docs ref get ${id} shows it`,
    },
  );
}

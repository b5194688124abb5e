/** Follows `$ref`s for the library, within bounds: a definition is as hostile as whoever wrote it. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_DEFINITION_BYTES } from '../../model/operations.ts';
import { findCircle } from './circle.ts';
import { decodeText } from './decode.ts';
import type { Library } from './library.ts';
import { isWide, positionsOf } from './positions.ts';
import { parseText, type Definition } from './read.ts';

/** How far references may lead. */
export interface ReferencePolicy {
  /** Absolute path of the folder that they may not leave. */
  readonly root: string;
  readonly outside: boolean;
  readonly network: boolean;
  readonly signal: AbortSignal;
}

/** A resolver of the library, inside the limits of a policy. */
export type Resolver = InstanceType<Library['BaseResolver']> & {
  /** Files and URLs beside the definition itself that were read. */
  readonly loaded: ReadonlySet<string>;
};

type LoadedDocument = Awaited<ReturnType<Resolver['resolveDocument']>>;

/** Descriptions are kept in Markdown files; anything else that is neither YAML nor JSON is nobody's business. */
const TEXTS = new Set(['.md', '.markdown']);
const TREES = new Set(['.yaml', '.yml', '.json']);

/** Most bytes of all referenced files together. */
const MAX_TOTAL_BYTES = 8 * MAX_DEFINITION_BYTES;

/** A resolver for one definition. What it refuses, the library reports where the reference stands. */
export function createResolver(
  library: Library,
  definition: Definition,
  policy: ReferencePolicy,
): Resolver {
  const loaded = new Set<string>();
  const contents = new Map<string, unknown>([[definition.file, definition.content]]);
  let budget = MAX_TOTAL_BYTES;

  const read = async (reference: string): Promise<LoadedDocument> => {
    const bytes = isRemote(reference)
      ? await readRemote(reference, policy)
      : await readLocal(reference, policy, folder);
    budget -= bytes.length;
    if (budget < 0) throw new Error('the referenced files are too large together');
    const decoded = decodeText(bytes);
    if (!decoded.ok) throw new Error(decoded.message);
    loaded.add(reference);
    const text = withLineFeeds(decoded.text);
    const source = new library.Source(reference, text);
    if (TEXTS.has(extensionOf(reference))) return { source, parsed: text };
    const parsed = await parseText(text, reference);
    if (!parsed.ok) {
      const { line, column, message } = parsed.problem;
      throw new Error(`line ${line}, column ${column}: ${message}`);
    }
    contents.set(reference, parsed.value);
    if (findCircle({ contents, resolve: absolute }, reference) !== undefined) {
      throw new Error('its references lead back to themselves');
    }
    return { source: sourceOf(library, reference, text, parsed.value), parsed: parsed.value };
  };
  const absolute = (base: string, each: string): string => resolver.resolveExternalRef(base, each);
  const folder = allowedFolder(definition.file, policy.root);

  class SafeResolver extends library.BaseResolver {
    readonly loaded: ReadonlySet<string> = loaded;

    override resolveDocument(base: string | null, ref: string): Promise<never> {
      const reference = this.resolveExternalRef(base, ref);
      const known = this.cache.get(reference);
      const document = known ?? read(reference).catch(refuse);
      if (known === undefined) this.cache.set(reference, document);
      return document as Promise<never>;
    }
  }
  const refuse = (error: unknown): never => {
    throw new library.ResolveError(error instanceof Error ? error : new Error(String(error)));
  };
  const resolver = new SafeResolver();
  resolver.cache.set(definition.file, Promise.resolve(documentOf(library, definition)));
  return resolver;
}

/** The definition as the library wants it. */
export const documentOf = (
  library: Library,
  { file, text, content }: Definition,
): { source: InstanceType<Library['Source']>; parsed: unknown } => ({
  source: sourceOf(library, file, withLineFeeds(text), content),
  parsed: content,
});

/** The library counts lines by LF. */
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

type Source = InstanceType<Library['Source']>;

/** A text for the library, which asks it where values stand. The library's own reader is the faster one, but for maps of very many keys. */
function sourceOf(library: Library, file: string, text: string, content: unknown): Source {
  if (!isWide(content)) return new library.Source(file, text);
  let positions: ReturnType<typeof positionsOf>;
  class WideSource extends library.Source {
    override getAst(): ReturnType<Source['getAst']> {
      positions ??= positionsOf(text);
      return positions as ReturnType<Source['getAst']>;
    }
  }
  return new WideSource(file, text);
}

/** A definition outside the project that the user named is a project of its own. */
const allowedFolder = (file: string, root: string): string =>
  isInside(file, root) ? root : dirname(file);

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const extensionOf = (reference: string): string =>
  extname(isRemote(reference) ? new URL(reference).pathname : reference).toLowerCase();

function readRemote(url: string, { network, signal }: ReferencePolicy): Promise<Uint8Array> {
  if (!network) throw new Error('it is on the network, and --remote-refs was not given');
  return fetchReference(url, signal);
}

async function readLocal(
  reference: string,
  { outside }: ReferencePolicy,
  folder: string,
): Promise<Uint8Array> {
  const path = reference.startsWith('file:') ? fileURLToPath(reference) : resolve(reference);
  const extension = extensionOf(path);
  if (!TREES.has(extension) && !TEXTS.has(extension)) {
    throw new Error('only YAML, JSON and Markdown files may be referred to');
  }
  const escape = new Error('it leaves the project folder, and --outside-refs was not given');
  if (!outside && !isInside(path, folder)) throw escape;
  const [real, home] = await Promise.all([realpath(path).catch(missing), realpath(folder)]);
  if (!outside && !isInside(real, home)) throw escape;
  const { size } = await stat(real);
  if (size > MAX_DEFINITION_BYTES) throw new Error('the file is over 8 MB');
  return readFile(real);
}

function missing(): never {
  throw new Error('there is no such file');
}

/** Milliseconds that one referenced document may take. */
const TIMEOUT_MS = 30_000;

const isRemote = (reference: string): boolean => /^https?:\/\//i.test(reference);

/** The body at `url`, at most 8 MB. Nothing is sent along: no key, no cookie. */
async function fetchReference(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const response = await fetch(url, { signal: limit, credentials: 'omit' }).catch(
    (cause: unknown): never => {
      signal.throwIfAborted();
      throw new Error('the address could not be reached', { cause });
    },
  );
  if (!response.ok) throw new Error(`the address answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_DEFINITION_BYTES) throw new Error('the document is over 8 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

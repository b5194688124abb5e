/** Opens the files that a definition refers to, within limits: a definition may come from an attacker. */
import { realpath } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isHiddenPath, isInside } from '../system/files/path.ts';
import { readRegular } from '../system/files/read.ts';
import { fileReason } from '../model/file-trouble.ts';
import { sizeProblem } from '../model/input-limits.ts';
import { MAX_DEFINITION_BYTES } from '../model/operations.ts';
import { decodeText } from './decode.ts';
import type { WrittenNumber } from './long-numbers.ts';
import { isReference, ReferenceGraph, type OpenedDocument, type Reading } from './refs.ts';
import { parseText, type Definition, type DefinitionFormat } from './read-definition.ts';
import { isTree, pointTo, withoutEncoding } from './definition-tree.ts';

/** The allowed targets of references. */
export interface ReferencePolicy {
  /** Absolute path of the folder that references may not leave. */
  readonly root: string;
  readonly outside: boolean;
  readonly network: boolean;
  readonly signal: AbortSignal;
  /** Texts that count instead of those of the files with these absolute paths. */
  readonly open?: ReadonlyMap<string, string>;
}

/** A file or page that a reference leads to. */
export interface ReferencedFile {
  readonly bytes: Uint8Array;
  /** With line feeds only: the library counts lines by them. */
  readonly text: string;
  readonly format: DefinitionFormat;
  /** The parsed content; for Markdown, the text. */
  readonly value: unknown;
  readonly longNumbers: readonly WrittenNumber[];
}

/** Descriptions may be in Markdown files. No other file is opened unless it is YAML or JSON. */
const TEXTS = new Set(['.md', '.markdown']);
const TREES = new Set(['.yaml', '.yml', '.json']);

/** The most bytes of all referenced files together. */
const MAX_TOTAL_BYTES = 8 * MAX_DEFINITION_BYTES;

/** The files that one definition refers to, each read once. */
export class ReferencedFiles implements Reading {
  /** The files that were read, by path or URL. */
  readonly loaded = new Map<string, ReferencedFile>();
  readonly #definition: Definition;
  /** Files that need not be read from the disk or the network. */
  readonly #kept: ReadonlyMap<string, ReferencedFile>;
  readonly #policy: ReferencePolicy;
  readonly #folder: string;
  /** Includes the definition's own. */
  readonly #outcomes = new Map<string, OpenedDocument>();
  readonly #underWay = new Map<string, Promise<ReferencedFile>>();
  #budget = MAX_TOTAL_BYTES;

  constructor(
    definition: Definition,
    policy: ReferencePolicy,
    kept: ReadonlyMap<string, ReferencedFile> = new Map(),
  ) {
    const { file, content } = definition;
    this.#definition = definition;
    this.#kept = kept;
    this.#policy = policy;
    this.#folder = allowedFolder(file, policy.root);
    this.#outcomes.set(file, { ok: true, value: content });
  }

  /** The definition and its files with values of their own, from the same texts: bundling changes the values. */
  async readAgain(): Promise<{ readonly definition: Definition; readonly files: ReferencedFiles }> {
    const { text, file, content } = this.#definition;
    const parsed = await parseText(text, file);
    const fresh = parsed.ok && isTree(parsed.value) ? parsed.value : content;
    const definition = { ...this.#definition, content: fresh };
    return { definition, files: new ReferencedFiles(definition, this.#policy, this.loaded) };
  }

  /**
   * The pointer to the first reference in a document whose chain returns to itself: the library
   * throws on it. A chain that leaves the documents that were read is not a circle. Takes time in
   * proportion to the size of the document, however long the chains are. Follows references as the
   * library does, which does not read `$id`.
   */
  circleIn(document: string): string | undefined {
    const references = new ReferenceGraph(this, false);
    const seen = new Set<unknown>();
    const keys: string[] = [];
    const search = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return false;
      seen.add(value);
      const at = { document, pointer: '#', value };
      if (isReference(value) && references.end(at).kind === 'circle') return true;
      for (const [key, each] of Object.entries(value)) {
        keys.push(key);
        if (search(each)) return true;
        keys.pop();
      }
      return false;
    };
    return search(references.whole(document)?.value) ? pointTo('#', ...keys) : undefined;
  }

  /** The path or URL that `reference` in the document `from` refers to. */
  readonly resolve = resolveDocument;

  /** The result of reading `document`; undefined if it was not tried yet. */
  readonly opened = (document: string): OpenedDocument | undefined => this.#outcomes.get(document);

  /** Reads `document` once. Rejects only if the run was stopped. */
  readonly open = async (document: string): Promise<void> => {
    try {
      await this.read(document);
    } catch {
      this.#policy.signal.throwIfAborted();
    }
  };

  /** Reads `document` once. Rejects with the reason if it cannot be read. */
  read(document: string): Promise<ReferencedFile> {
    const known = this.#underWay.get(document);
    if (known !== undefined) return known;
    const reading = this.#read(document).then(
      (file) => {
        this.#outcomes.set(document, { ok: true, value: file.value });
        return file;
      },
      (error: unknown): never => {
        const why = error instanceof Error ? error.message : String(error);
        this.#outcomes.set(document, { ok: false, why });
        throw error;
      },
    );
    this.#underWay.set(document, reading);
    return reading;
  }

  async #read(document: string): Promise<ReferencedFile> {
    const bytes = this.#kept.get(document)?.bytes ?? (await this.#bytesOf(document));
    this.#budget -= bytes.length;
    if (this.#budget < 0) throw new Error('the referenced files are too large together');
    const decoded = decodeText(bytes);
    if (!decoded.ok) throw new Error(decoded.message);
    const text = withLineFeeds(decoded.text);
    const file = { bytes, text, ...(await this.#parse(document, text)) };
    this.loaded.set(document, file);
    return file;
  }

  #bytesOf(document: string): Promise<Uint8Array> {
    return isRemote(document)
      ? readRemote(document, this.#policy)
      : readLocal(document, this.#policy, this.#folder);
  }

  async #parse(
    document: string,
    text: string,
  ): Promise<Pick<ReferencedFile, 'format' | 'value' | 'longNumbers'>> {
    if (TEXTS.has(extensionOf(document))) return { format: 'yaml', value: text, longNumbers: [] };
    const parsed = await parseText(text, document);
    if (!parsed.ok) {
      const { place, message } = parsed.problem;
      throw new Error(`line ${place.line}, column ${place.column}: ${message}`);
    }
    this.#outcomes.set(document, { ok: true, value: parsed.value });
    if (this.circleIn(document) !== undefined) throw new Error('its references form a circle');
    const { format, value, longNumbers } = parsed;
    return { format, value, longNumbers };
  }
}

/** The path or URL that `reference`, a URI reference, refers to in the document `from`: a file's name may have `%20` in it. */
export function resolveDocument(from: string, reference: string): string {
  if (isRemote(reference) || reference.startsWith('file://')) return reference;
  if (!isRemote(from)) return resolve(dirname(from), withoutEncoding(reference));
  return URL.canParse(reference, from) ? new URL(reference, from).href : reference;
}

/** The path of a document that is not on the network. */
export const pathOfDocument = (document: string): string =>
  document.startsWith('file:') ? fileURLToPath(document) : resolve(document);

/** The library counts lines by LF. */
export const withLineFeeds = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;

/** If the user named a definition outside the project, the definition's own folder is the limit. */
const allowedFolder = (file: string, root: string): string =>
  isInside(file, root) ? root : dirname(file);

const extensionOf = (document: string): string =>
  extname(isRemote(document) ? new URL(document).pathname : document).toLowerCase();

async function readRemote(url: string, { network, signal }: ReferencePolicy): Promise<Uint8Array> {
  if (!network) throw new Error('it is on the network, and --remote-refs was not given');
  return fetchReference(url, signal);
}

async function readLocal(
  reference: string,
  { outside, open }: ReferencePolicy,
  folder: string,
): Promise<Uint8Array> {
  const path = pathOfDocument(reference);
  const extension = extensionOf(path);
  if (!TREES.has(extension) && !TEXTS.has(extension)) {
    throw new Error('only YAML, JSON and Markdown files can be referenced');
  }
  const escape = new Error('it is outside the project folder, and --outside-refs was not given');
  if (!outside && !isInside(path, folder)) throw escape;
  const [real, home] = await Promise.all([realpath(path).catch(missing), realpath(folder)]);
  if (!outside && !isInside(real, home)) throw escape;
  if (!outside && isHiddenPath(relative(home, real)) && !isHiddenPath(relative(folder, path))) {
    throw new Error('it is a symbolic link to a hidden file or folder');
  }
  const text = open?.get(path);
  if (text !== undefined) return Buffer.from(text);
  try {
    return readRegular(real, 'definition');
  } catch (error) {
    throw new Error(fileReason(error) ?? String(error), { cause: error });
  }
}

function missing(): never {
  throw new Error('there is no such file');
}

/** Milliseconds that one referenced document may take. */
const TIMEOUT_MS = 30_000;

export const isRemote = (reference: string): boolean => /^https?:\/\//i.test(reference);

/** The body at `url`, at most 8 MB. Sends no key and no cookie. */
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
    const problem = sizeProblem('definition', size);
    if (problem !== undefined) throw new Error(problem);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

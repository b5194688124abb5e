/** The site over HTTP: pages, its own files, pictures of the folder, search, and what changed. */
import { MEDIA_TYPES } from '../../../content/shown-files.ts';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import type { ZlibOptions } from 'node:zlib';
import { decoded } from '../../../content/darkdown/address.ts';
import { digestOf } from '../../../content/digest.ts';
import { placeIn } from '../../../system/files/path.ts';
import type { RealPlace } from '../../../system/files/path.ts';
import { statOf } from '../../../system/files/read.ts';
import type { HttpAnswer, HttpHandler, HttpRequest } from '../../../system/http/exchange.ts';
import { DEFINITIONS, FILES, OWN_FOLDER, SIDEBARS } from '../../../site/addresses.ts';
import { POLICY } from '../../../site/html/html-document.ts';
import { fileStamp } from '../../../site/folder/file-stamp.ts';
import { isOnlyHere, refusalOf } from './guard.ts';
import { OWN_FILES, ownFile } from './own-files.ts';

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The document for custom HTML, which has its own policy in its text. It can only be embedded in
 * pages of this site, in a sandbox.
 */
const FRAME = 'frame.html';
const FRAMED = { 'Content-Security-Policy': "frame-ancestors 'self'; sandbox allow-scripts" };

/** The policy for a picture that is opened as a document: it runs and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const COMMON: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** @param type with its charset */
const headersFor = (type: string): Record<string, string> => ({
  ...COMMON,
  'Content-Type': type,
  'Content-Security-Policy': type.startsWith('image/')
    ? PICTURE_POLICY
    : [...POLICY, "frame-ancestors 'none'"].join('; '),
});

/** The content of a site, apart from its own files. */
export interface ServedSite {
  /** An answer with a body, or a redirect. `path`: encoded, without query. */
  page(
    path: string,
  ): Promise<
    | { readonly status: number; readonly type: string; readonly body: string }
    | { readonly status: 301 | 302; readonly location: string }
  >;
  /**
   * Searches in a version or, if `everywhere` is set, in all, with results of this version first.
   */
  search(query: string, version: string, everywhere: boolean): Promise<unknown>;
  /** A definition as JSON; `null` if there is none with this name. */
  definition(name: string): Promise<string | null>;
  /** The style of the project; `null` if it has none. */
  theme(): string | null;
  /** `null` if its pages are not files. */
  readonly folder: FolderPart | null;
}

/** Problems of a page, and of files that cannot be shown, for authors. */
interface Problems {
  readonly broken: readonly unknown[];
  readonly findings: readonly unknown[];
}

const NO_PROBLEMS: Problems = { broken: [], findings: [] };

/** The parts of a site whose pages are files that change. */
export interface FolderPart {
  /**
   * The problems of the page at a path, and the files that cannot be shown. For authors only: it
   * quotes content that readers do not see.
   */
  state(path: string): Promise<Problems>;
  /**
   * Changes since the last commit, as a document with its own policy, or why they are not
   * available.
   */
  review(): Promise<{ readonly html: string } | { readonly problem: string }>;
  /** Ends when the server ends. */
  events(): AsyncIterable<Uint8Array>;
  /** Whether this file, relative to the root, is a picture that a page may show. */
  mayShow(file: string): boolean;
  /** Whether a page that readers see has shown the file or linked to it. */
  hasShown(file: string): boolean;
  /** The absolute path of the folder that contains the files. */
  readonly root: string;
}

/**
 * Serves a site. Content that readers of the pages do not see is for this machine only: the review,
 * and files that no page shows.
 *
 * @param listens the address from `--host`; null for loopback
 */
export function serveSite(
  site: ServedSite,
  packageFolder: string,
  listens: string | null,
): HttpHandler {
  const answerTo: HttpHandler = async (request) => {
    const refusal = refusalOf(request, listens);
    if (refusal !== null) return whole(403, TEXT, `${refusal}\n`, request);
    // A request line can contain anything. A target that is not a path is not found.
    if (!request.target.startsWith('/'))
      return whole(404, TEXT, 'There is no such page.\n', request);
    const { pathname, searchParams } = new URL(`http://site${request.target}`);
    const own = `/${OWN_FOLDER}/`;
    if (!pathname.startsWith(own) || pathname.startsWith(`${own}${SIDEBARS}/`)) {
      const answer = await site.page(pathname);
      if ('location' in answer) {
        return {
          status: answer.status,
          headers: { Location: answer.location, 'Cache-Control': 'no-cache' },
          body: null,
        };
      }
      return whole(answer.status, `${answer.type}; charset=utf-8`, answer.body, request);
    }
    const name = pathname.slice(own.length);
    const theme = name === 'theme.css' ? site.theme() : null;
    if (theme !== null) return whole(200, OWN_FILES['site.css'] ?? TEXT, theme, request);
    if (name === 'search') {
      const found = await site.search(
        searchParams.get('q') ?? '',
        searchParams.get('version') ?? '',
        searchParams.has('everywhere'),
      );
      return whole(200, JSON_TYPE, JSON.stringify(found), request);
    }
    if (name.startsWith(`${DEFINITIONS}/`)) {
      const text = await site.definition(name.slice(DEFINITIONS.length + 1));
      if (text !== null) return whole(200, JSON_TYPE, text, request);
    }
    const inFolder =
      site.folder &&
      (await folderAnswer(site.folder, name, searchParams, request, isOnlyHere(listens)));
    if (inFolder !== null) return inFolder;
    const text = await ownFile(packageFolder, name);
    if (text === null) return whole(404, TEXT, 'There is no such file.\n', request);
    const answer = whole(200, OWN_FILES[name] ?? TEXT, text, request);
    return name === FRAME ? { ...answer, headers: { ...answer.headers, ...FRAMED } } : answer;
  };
  return async (request) => compressed(await answerTo(request), request);
}

/** Smaller answers fit into one packet without compression. */
const MIN_COMPRESSED = 1_400;

/**
 * Compresses an answer. Sidebars of large documentations shrink to a tenth, and everything else to
 * a third.
 */
async function compressed(answer: HttpAnswer, { headers }: HttpRequest): Promise<HttpAnswer> {
  const { body } = answer;
  if (typeof body !== 'string' || body.length < MIN_COMPRESSED) return answer;
  const vary = { ...answer.headers, Vary: 'Accept-Encoding' };
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return { ...answer, headers: vary };
  const { gzip, constants } = await import('node:zlib');
  const packed = await promisify<string, ZlibOptions, Buffer>(gzip)(body, {
    level: constants.Z_BEST_SPEED,
  });
  // A strong ETag must differ for compressed bytes, a weak one need not (RFC 9110, "Weak versus
  // Strong").
  const tag = { 'Content-Encoding': 'gzip', ETag: `W/${answer.headers['ETag'] ?? '""'}` };
  return { ...answer, headers: { ...vary, ...tag }, body: packed };
}

/** The answer for a path that only a folder has; `null` if it is not one. */
async function folderAnswer(
  folder: FolderPart,
  name: string,
  asked: URLSearchParams,
  request: HttpRequest,
  onlyHere: boolean,
): Promise<HttpAnswer | null> {
  if (name === 'events') return eventsAnswer(folder);
  if (name === 'state') {
    const state = onlyHere ? await folder.state(asked.get('page') ?? '/') : NO_PROBLEMS;
    return whole(200, JSON_TYPE, JSON.stringify(state), request);
  }
  if (name === 'review') {
    if (!onlyHere) {
      const why = 'The review also shows what readers do not see: start docs dev without --host.';
      return whole(404, TEXT, `${why}\n`, request);
    }
    const review = await folder.review();
    if ('problem' in review) return whole(404, TEXT, `${review.problem}\n`, request);
    const answer = whole(200, HTML, review.html, request);
    // The policy in the document allows only its own style and script, by digest.
    return {
      ...answer,
      headers: { ...answer.headers, 'Content-Security-Policy': "frame-ancestors 'none'" },
    };
  }
  if (!name.startsWith(`${FILES}/`)) return null;
  const file = decoded(name.slice(FILES.length + 1));
  const isFor = file !== null && (folder.hasShown(file) || (onlyHere && folder.mayShow(file)));
  return picture(isFor ? placeIn(folder.root, file) : null, request);
}

/**
 * Whether the browser has the answer: compares with a list of tags, weak or not, or `*` (RFC 9110,
 * "If-None-Match").
 */
const isKnown = (tag: string, known = ''): boolean =>
  known.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));

/** The complete answer, or 304 if the browser has it. */
function whole(
  status: number,
  type: string,
  body: string,
  { method, headers }: HttpRequest,
): HttpAnswer {
  const tag = `"${digestOf(body)}"`;
  const answered = { ...headersFor(type), ETag: tag };
  if (status === 200 && isKnown(tag, headers['if-none-match'])) {
    return { status: 304, headers: answered, body: null };
  }
  return { status, headers: answered, body: method === 'HEAD' ? '' : body };
}

const eventsAnswer = (folder: FolderPart): HttpAnswer => ({
  status: 200,
  // This connection gets no other request, so it must not keep the server open.
  headers: {
    ...headersFor('text/event-stream'),
    'Cache-Control': 'no-store',
    Connection: 'close',
  },
  body: folder.events(),
});

const TYPES: ReadonlyMap<string, string> = new Map([
  ...MEDIA_TYPES,
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain; charset=utf-8'],
]);

/** A picture of the folder. Refuses paths that lead out of it. */
function picture(place: RealPlace | null, request: HttpRequest): HttpAnswer {
  const stats = place !== null && 'real' in place ? statOf(place.real) : null;
  if (
    place === null ||
    !('real' in place) ||
    stats === null ||
    'problem' in stats ||
    !stats.isFile()
  ) {
    return whole(404, TEXT, 'There is no such file.\n', request);
  }
  const tag = `"${fileStamp(stats)}"`;
  const type = TYPES.get(extname(place.real).slice(1).toLowerCase()) ?? 'application/octet-stream';
  const headers = { ...headersFor(type), ETag: tag };
  if (isKnown(tag, request.headers['if-none-match'])) return { status: 304, headers, body: null };
  if (request.method === 'HEAD') return { status: 200, headers, body: null };
  return { status: 200, headers, body: createReadStream(place.real) };
}

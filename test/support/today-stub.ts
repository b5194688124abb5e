/** A minimal platform of today's revision for tests: `GET /all` has no slugs and ignores its query. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { temporaryFolder, writeFiles } from './folder.ts';
import { runDocs, type HostOptions, type Run } from './host.ts';
import { serve } from './serve.ts';

const DATE = '2026-03-20T19:02:14+0000';

export interface TodayVersion {
  readonly id: number;
  readonly slug: string;
  readonly name?: string;
  readonly published?: boolean;
  readonly ordr: number;
}

export interface TodayDocumentation {
  readonly id: number;
  readonly version: number;
  readonly slug: string;
  readonly title: string;
  readonly published?: boolean;
}

export interface TodayPage {
  readonly id: number;
  readonly documentation: number;
  readonly slug: string;
  readonly title: string;
  readonly listed?: boolean;
  readonly draft?: string | null;
  readonly published?: string | null;
}

export interface TodayProject {
  readonly versions: readonly TodayVersion[];
  readonly documentations?: readonly TodayDocumentation[];
  readonly pages?: readonly TodayPage[];
  readonly references?: readonly {
    readonly id: number;
    readonly version: number;
    readonly title: string;
  }[];
  /** Answers for requests such as `GET /version/1/report`: status and body, or a function. */
  readonly answers?: Readonly<Record<string, Answer | ((body: unknown) => Answer)>>;
}

type Answer = readonly [status: number, body: unknown];

export interface Today {
  readonly folder: string;
  readonly baseUrl: string;
  /** Requests such as `GET /all`, in order of arrival. */
  readonly asked: string[];
  run(...argv: string[]): Promise<Run>;
  runAs(options: Partial<HostOptions>, ...argv: string[]): Promise<Run>;
  write(files: Readonly<Record<string, string>>): Promise<void>;
}

/** Serves `project` until the test ends, and creates a folder with `files`. */
export async function openToday(
  project: TodayProject,
  files: Readonly<Record<string, string>> = {},
): Promise<Today> {
  const asked: string[] = [];
  const origin = await serveBodies((request, sent, response) => {
    asked.push(`${request.method} ${(request.url ?? '').replace('/api/v1', '')}`);
    const [status, body] = answer(project, request, sent);
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': '10000',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 60),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const folder = await temporaryFolder(files);
  const baseUrl = `${origin}/api/v1`;
  const env = { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: 'key' };
  const runAs: Today['runAs'] = (options, ...argv) =>
    runDocs(argv, { cwd: folder, ...options, env: { ...env, ...options.env } });
  return {
    folder,
    baseUrl,
    asked,
    run: (...argv) => runAs({}, ...argv),
    runAs,
    write: (more) => writeFiles(folder, more),
  };
}

const serveBodies = (
  listener: (request: IncomingMessage, sent: unknown, response: ServerResponse) => void,
): Promise<string> =>
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isJson = String(request.headers['content-type']).startsWith('application/json');
      const text = Buffer.concat(chunks).toString('utf8');
      listener(request, isJson && text !== '' ? JSON.parse(text) : undefined, response);
    });
  });

const missing: Answer = [404, { message: 'Not found', httpCode: 404, code: 404 }];

function answer(
  project: TodayProject,
  { method, url = '' }: IncomingMessage,
  sent: unknown,
): Answer {
  const { pathname, searchParams } = new URL(url.replace('/api/v1', ''), 'http://stub');
  const own = project.answers?.[`${method} ${pathname}`];
  if (own !== undefined) return typeof own === 'function' ? own(sent) : own;
  const { versions, documentations = [], pages = [], references = [] } = project;
  const [, noun, id, part] = pathname.split('/');
  if (method !== 'GET') return missing;
  if (noun === 'all') {
    return [
      200,
      {
        version: keyed(versions, (each) => ({
          name: nameOf(each),
          published: each.published ?? true,
        })),
        documentation: keyed(documentations, ({ title, version }) => ({
          title,
          versionId: version,
        })),
        reference: keyed(references, ({ title, version }) => ({ title, versionId: version })),
        page: keyed(pages, ({ title, documentation, listed = true }) => ({
          title,
          updated: DATE,
          documentationId: documentation,
          listed,
        })),
      },
    ];
  }
  if (noun === 'version' && id === undefined) return [200, versions.map(versionOf)];
  if (noun === 'version' && part === 'documentation') {
    const mine = documentations.filter(({ version }) => String(version) === id);
    return [200, mine.map(documentationOf)];
  }
  if (noun === 'page') {
    const found = pages.find((page) =>
      id === undefined ? isAt(project, page, searchParams) : String(page.id) === id,
    );
    return found === undefined ? missing : [200, pageOf(project, found)];
  }
  return missing;
}

const nameOf = ({ name, slug }: TodayVersion): string => name ?? slug;

const keyed = <T extends { readonly id: number }>(
  items: readonly T[],
  each: (item: T) => unknown,
): unknown => Object.fromEntries(items.map((item) => [item.id, each(item)]));

/** A version as `GET /version` lists it. */
export const versionOf = (version: TodayVersion): unknown => ({
  id: version.id,
  published: version.published ?? true,
  name: nameOf(version),
  created: DATE,
  updated: DATE,
  slug: version.slug,
  ordr: version.ordr,
});

const documentationOf = (each: TodayDocumentation, ordr: number): unknown => ({
  id: each.id,
  title: each.title,
  slug: each.slug,
  description: null,
  created: DATE,
  updated: DATE,
  pagesUpdated: null,
  ordr,
  published: each.published ?? true,
});

function isAt(
  { versions, documentations = [] }: TodayProject,
  page: TodayPage,
  query: URLSearchParams,
): boolean {
  const documentation = documentations.find(({ id }) => id === page.documentation);
  const version = versions.find(({ id }) => id === documentation?.version);
  const named = (noun: string, id: unknown, slug: unknown): boolean =>
    query.get(`${noun}_id`) === String(id) || query.get(`${noun}_slug`) === slug;
  return (
    query.get('page_slug') === page.slug &&
    named('documentation', documentation?.id, documentation?.slug) &&
    named('version', version?.id, version?.slug)
  );
}

function pageOf({ versions, documentations = [] }: TodayProject, page: TodayPage): unknown {
  const documentation = documentations.find(({ id }) => id === page.documentation);
  const version = versions.find(({ id }) => id === documentation?.version);
  return {
    id: page.id,
    listed: page.listed ?? true,
    title: page.title,
    created: DATE,
    updated: DATE,
    slug: page.slug,
    path: `${version?.slug}/${documentation?.slug}/${page.slug}`,
    contentDraft: page.draft ?? null,
    contentPublished: page.published ?? null,
  };
}

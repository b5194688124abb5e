import { tryJson } from '../../src/model/fields.ts';
import { stand } from './acting-proxy.ts';

/** A request. */
export interface Asked {
  /** `PUT /page/17`: the path is relative to the base URL and has no query. */
  readonly line: string;
  /** Undefined: the request has no body of JSON. */
  readonly body: unknown;
}

/** The parts of an answer's body that tests look at. */
interface Body {
  readonly [field: string]: unknown;
  readonly page?: Record<string, unknown>;
  readonly title?: string;
  readonly slug?: string;
  readonly updated?: string;
  readonly contentDraft?: string | null;
  readonly contentPublished?: string | null;
}

/** An answer. `cut`: the connection is broken instead. */
export type Told = readonly [status: number, body: unknown] | 'cut';

/** Passes on the request, or another one, and resolves to the answer. */
export type PassOn = (line?: string, body?: unknown) => Promise<readonly [number, Body]>;

/** Returns the answer to give. Undefined: the true one. */
export type Lie = (asked: Asked, passOn: PassOn) => Promise<Told | undefined> | Told | undefined;

/** Starts a server that answers what `lie` returns, else as `baseUrl` does. Resolves to its URL. */
export const lyingAbout = (baseUrl: string, lie: Lie): Promise<string> =>
  stand(baseUrl, {
    before: async ({ method, path, body }, ask) => {
      // The real platform's clock, because dates of pages are compared with it.
      let date = new Date().toUTCString();
      const passOn: PassOn = async (line?, changed?) => {
        const from = await ask(line, changed === undefined ? undefined : JSON.stringify(changed));
        date = from.headers.get('date') ?? date;
        const said = await from.text();
        return [from.status, said === '' ? {} : JSON.parse(said)];
      };
      const line = `${method} ${path.split('?')[0]}`;
      const told = await lie({ line, body: tryJson(body) }, passOn);
      if (told === undefined) return undefined;
      if (told === 'cut') return false;
      const headers = { 'content-type': 'application/json', date };
      return { status: told[0], body: JSON.stringify(told[1]), headers };
    },
  });

/** A write's answer, without carrying it out. `updated`: the new date; left out, the old one. */
export async function asIfWritten(
  { line, body }: Asked,
  passOn: PassOn,
  updated?: string,
): Promise<Told> {
  const [, path = ''] = line.split(' ');
  const isPublish = path.endsWith('/publish');
  const [status, page] = await passOn(`GET ${path.replace(/\/publish$/, '')}`);
  if (status !== 200) return [status, page];
  const head = page.contentDraft ?? page.contentPublished;
  const { title, slug, content } = (body ?? {}) as Record<string, string | undefined>;
  const written = isPublish
    ? { contentDraft: null, contentPublished: head }
    : {
        title: title ?? page.title,
        slug: slug ?? page.slug,
        contentDraft: content ?? page.contentDraft,
      };
  return [200, { ...page, ...written, updated: updated ?? page.updated }];
}

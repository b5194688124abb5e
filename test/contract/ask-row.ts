import { DEFINITION, type Row } from './rows.ts';
import type { Ask } from '../support/request.ts';
import { EXTERNAL, uniqueSlug } from './target.ts';
import type { ContractAnswer, Target } from './target.ts';

/** Real ids and slugs for the braces of a row. */
export type Names = Readonly<Record<string, string>>;

export async function namesFor(target: Target): Promise<Names> {
  const { version, documentation } = await target.world();
  const page = await target.newPage({ content: '[nowhere](/guides/no-such-page)' });
  const pets = await target.upload(version, DEFINITION);
  const draft = await target.upload(
    version,
    DEFINITION.replace('Contract pets', 'Contract drafts'),
    '?publish=false',
  );
  return {
    version: String(version),
    documentation: String(documentation),
    page: String(page.id),
    slug: page.slug,
    reference: String(pets.json['id']),
    'draft reference': String(draft.json['id']),
    ...(EXTERNAL ? {} : { changelog: await firstChangelog(target) }),
  };
}

async function firstChangelog({ platform }: Target): Promise<string> {
  const [changelog] = await platform.admin.changelogs();
  return String(changelog?.id);
}

/** Names for what a request can be good for only once. */
async function freshNames(target: Target, { path, body }: Row): Promise<Names> {
  const template = path + JSON.stringify(body ?? {});
  return {
    unique: uniqueSlug(),
    ...(template.includes('{fresh page}') && {
      'fresh page': String((await target.newPage()).id),
    }),
  };
}

const fill = (template: string, names: Names): string =>
  template.replace(/\{([^{}"]+)\}/g, (_, name: string) => names[name] ?? '1');

export const pathOf = ({ path, query }: Row, names: Names): string =>
  fill(query === undefined ? path : `${path}?${query}`, names);

/** Sends a good request of this row; what `ask` gives comes on top. */
export async function askRow(
  target: Target,
  row: Row,
  known: Names,
  ask: Ask = {},
): Promise<ContractAnswer> {
  const names = { ...(await freshNames(target, row)), ...known };
  const path = pathOf(row, names);
  if (row.body === 'definition') {
    const body = new FormData();
    body.set('file', new Blob([DEFINITION]), 'definition.yaml');
    return target.ask(row.method, path, { body, ...ask });
  }
  const json: unknown =
    row.body === undefined ? undefined : JSON.parse(fill(JSON.stringify(row.body), names));
  return target.ask(row.method, path, { json, ...ask });
}

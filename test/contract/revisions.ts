/** What the tests of the newer operations run on, each of them on both. */
import type { Answer, Json } from '../support/request.ts';
import type { Target } from './target.ts';

/** Status and message of a refusal, wherever the revision puts its fields. */
export function refusal({ status, json }: Answer): { status: number; message: string } {
  const { message } = (json['error'] ?? json) as { message?: unknown };
  return { status, message: String(message) };
}

export const rows = ({ json }: Answer): Json[] => json as unknown as Json[];

/** The id of a version. */
export async function versionId(target: Target, slug: string): Promise<number> {
  const found = rows(await target.get('/version')).find((version) => version['slug'] === slug);
  if (!found) throw new Error(`There is no version ${slug}`);
  return Number(found['id']);
}

export interface Written {
  readonly id: number;
  readonly slug: string;
}

/** A page in `guides` of a version. */
export async function write(
  target: Target,
  version: string,
  fields: { readonly title: string; readonly content?: string; readonly categoryTitle?: string },
): Promise<Written> {
  const id = await target.platform.admin.documentationId(version, 'guides');
  const answer = await target.post(`/documentation/${id}/page`, { content: 'Text.', ...fields });
  if (answer.status !== 200) throw new Error(`No page could be made: ${answer.text}`);
  return { id: Number(answer.json['id']), slug: String(answer.json['slug']) };
}

export const publish = (target: Target, { id }: Written): Promise<Answer> =>
  target.put(`/page/${id}/publish`);

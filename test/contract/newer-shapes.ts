/** What the seven newer operations answer, field by field, as the service publishes it today. */
import { expect } from 'vitest';
import type { Json } from '../support/request.ts';

const text = expect.any(String) as unknown;
const number = expect.any(Number) as unknown;
const truth = expect.any(Boolean) as unknown;

/** One of the shapes, or null. */
const orNull = (value: unknown, shape: unknown): unknown => (value === null ? null : shape);

export const documentationShape = (documentation: Json, date: unknown): Json => ({
  id: number,
  title: text,
  slug: text,
  description: orNull(documentation['description'], text),
  created: date,
  updated: date,
  pagesUpdated: orNull(documentation['pagesUpdated'], date),
  ordr: number,
  published: truth,
  collapsed: truth,
  wide: truth,
  sticky: truth,
  locale: text,
  showPagesLastUpdated: truth,
  showPagesLastUpdateUser: truth,
  hasExpandableCategories: truth,
});

function authorShape(author: unknown): Json {
  const { id, email, name } = author as Json;
  return { id: orNull(id, number), email: orNull(email, text), name: orNull(name, text) };
}

export const reportShape = (row: Json, date: unknown): Json => ({
  id: number,
  title: text,
  hasDraft: truth,
  listed: truth,
  created: date,
  createdBy: authorShape(row['createdBy']),
  updated: date,
  updatedBy: authorShape(row['updatedBy']),
  sourceCreated: date,
  sourceCreatedBy: authorShape(row['sourceCreatedBy']),
});

export function brokenLinkShape(row: Json): Json {
  const link = row['link'] as Json;
  const target = row['target'] as Json;
  return {
    severity: expect.stringMatching(/^(error|warning)$/) as unknown,
    issue: text,
    message: text,
    isDraft: truth,
    page: { id: number, title: text },
    link: {
      text: orNull(link['text'], text),
      href: orNull(link['href'], text),
      type: expect.stringMatching(/^(page|ref|external)$/) as unknown,
      fragment: orNull(link['fragment'], text),
      targetId: orNull(link['targetId'], number),
    },
    target: { title: orNull(target['title'], text), section: orNull(target['section'], text) },
  };
}

export const postShape = (post: Json, date: unknown): Json => ({
  id: number,
  title: text,
  slug: expect.stringMatching(/^[a-zA-Z0-9-]+$/) as unknown,
  published: truth,
  content: orNull(post['content'], text),
  created: date,
  updated: date,
});

export const postsShape = (json: Json, date: unknown): Json => {
  const posts = json['posts'] as Json[];
  return {
    posts: posts.map((post) => postShape(post, date)),
    count: posts.length,
    total: number,
    cursor: orNull(json['cursor'], text),
  };
};

/** `api/today.yaml`, "ChangelogPost", "ChangelogPostList". */
import type { ChangelogPost, ChangelogPosts } from '../../model/changelog.ts';
import {
  asFlag,
  asInteger,
  asList,
  asObject,
  asSlug,
  asText,
  asInstantOrEmpty,
  asTextOrNull,
} from './shape.ts';

/** One post. */
export const decodePost = (json: unknown): ChangelogPost => postAt(json, 'post');

/** One page of posts. */
export function decodePosts(json: unknown): ChangelogPosts {
  const list = asObject(json, 'changelog');
  return {
    posts: asList(list['posts'], 'changelog.posts', postAt),
    count: asInteger(list['count'], 'changelog.count'),
    total: asInteger(list['total'], 'changelog.total'),
    cursor: asTextOrNull(list['cursor'], 'changelog.cursor'),
  };
}

function postAt(json: unknown, name: string): ChangelogPost {
  const post = asObject(json, name);
  return {
    id: asInteger(post['id'], `${name}.id`),
    title: asText(post['title'], `${name}.title`),
    slug: asSlug(post['slug'], `${name}.slug`),
    published: asFlag(post['published'], `${name}.published`),
    content: asTextOrNull(post['content'], `${name}.content`),
    created: asInstantOrEmpty(post['created'], `${name}.created`),
    updated: asInstantOrEmpty(post['updated'], `${name}.updated`),
  };
}

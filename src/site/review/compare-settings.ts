/** Compares settings files line by line, as code. */
import { fenceOf } from '../../content/darkdown/read/fence.ts';
import { NO_PROJECT } from '../../content/darkdown/write/resolver.ts';
import type { FilePath } from '../../model/ids.ts';
import type { PageReview } from './review.ts';
import { reviewBody } from './review-page.ts';
import type { ReviewedBody } from './review-page.ts';

/** A settings file that differs. Null: that side does not have it. */
export interface SettingsPair {
  readonly file: FilePath;
  readonly old: string | null;
  readonly new: string | null;
  /** Both texts have the same meaning: only comments or the notation differ. */
  readonly isSame: boolean;
}

export interface SettingsReview extends PageReview {
  readonly state: Exclude<PageReview['state'], 'unseen'>;
}

/** The review of a settings file, treated as a page that consists of its lines. */
export function reviewSettings({ file, old, new: next, isSame }: SettingsPair): SettingsReview {
  const [before, after] = [isSame ? next : old, next].map((text) => asBody(text));
  return {
    name: file,
    title: { old: null, new: null },
    file,
    note: null,
    state: old === null ? 'added' : next === null ? 'removed' : isSame ? 'source' : 'changed',
    looks: [],
    facts: [],
    body: reviewBody(before, after),
  };
}

const asBody = (text: string | null): ReviewedBody | undefined =>
  text === null
    ? undefined
    : {
        text: fenceOf(text.replaceAll('\r\n', '\n').replace(/\n$/, ''), 'yaml'),
        resolver: NO_PROJECT,
      };

/** Pages that may be an earlier push which the lock does not know of. Pure. */
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { BodyDigests, Canonical } from './canonical.ts';
import { theirsOf } from './observe.ts';

/** A page whose body or title neither base nor file explains. */
export interface Suspect {
  readonly page: LocalPage;
  /** What the lock has of it: then only what was committed since that was sent counts. */
  readonly line: Pick<BasePage, 'key' | 'title' | 'sent'> | undefined;
  /** Keys that its file had before, as git knows. */
  readonly formerly: readonly PageKey[];
  /** As the platform stores it, and in canonical form; null: the body is explained. */
  readonly body: BodyDigests | null;
  /** Null: the title is explained. */
  readonly title: string | null;
}

/** A page that the platform answered with, and what that is beside its file and the lock's line. */
export interface Sighting {
  readonly answer: Page;
  readonly page: LocalPage;
  readonly line: BasePage | undefined;
  readonly seen: RemotePage;
  readonly formerly?: readonly PageKey[];
}

/** Undefined if the lock's line and the file explain what was seen. */
export function suspectOf(
  { answer, page, line, seen, formerly = [] }: Sighting,
  { digestsOf }: Canonical,
): Suspect | undefined {
  const text = theirsOf(answer, seen);
  const known = [line?.sent, page.head, page.published];
  const isKnown = text === null || known.includes(seen.head ?? undefined);
  const body = isKnown ? null : digestsOf(text);
  const title = [line?.title, page.title].includes(seen.title) ? null : seen.title;
  if (body === null && title === null) return undefined;
  return { page, line, formerly, body, title };
}

/** Checks links, anchors, images and synced blocks of a page against the content of the folders. */
import { posix } from 'node:path';
import { VARIABLE } from '../darkdown/read/variable.ts';
import { decoded, isOfLibrary, parseAddress } from '../darkdown/address.ts';
import { finding, quoted } from './finding.ts';
import type { CheckFinding, Fix } from './finding.ts';
import { type Restriction, restrictionWords } from '../../model/local.ts';
import { didYouMean, areAlmostSame, nearest } from '../../model/text/nearest.ts';
import type { PageAnchors } from './reading.ts';
import { inFile, referencesOf } from './references.ts';
import type { BodyReference, Readings } from './references.ts';
import type { CheckedBody, CheckedPage, Site } from './linkable-pages.ts';
import { pathTo } from '../links/link-targets.ts';
import type { FilePath } from '../../model/ids.ts';
import { targetOf } from './targets.ts';
import type { Target } from './targets.ts';

/** The problem of a link. */
export interface LinkVerdict
  extends Pick<CheckFinding, 'rule' | 'message'>, Partial<Pick<CheckFinding, 'hint'>> {
  /** The target that was meant, if that is certain. */
  readonly instead?: string;
}

/** Returns the problem of a reference in a body; null if it has none. */
type Judge = (
  reference: BodyReference,
  body: CheckedBody,
) => LinkVerdict | null | Promise<LinkVerdict | null>;

/** The problems that `judge` finds in the references of a page or of another text. */
export async function checkReferences(
  page: CheckedPage,
  judge: Judge,
  readings: Readings,
): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const body of page.bodies) {
    const found: (BodyReference & { readonly said: LinkVerdict })[] = [];
    for (const reference of referencesOf(body.document)) {
      const said = await judge(reference, body);
      if (said) found.push({ ...reference, said });
    }
    for (const { said, line, column, ...reference } of await inFile(
      found,
      { page, body },
      readings,
    )) {
      const fix = fixOf(said, reference, body, { line, column });
      findings.push(finding(said.rule, { file: page.file, line, column, ...said, fix }));
    }
  }
  return findings;
}

/** The problems of the references of a page. */
export const checkLinks = (
  page: CheckedPage,
  site: Site,
  readings: Readings,
): Promise<CheckFinding[]> =>
  checkReferences(
    page,
    (reference, body) => judgeReference(reference, { page, body, site, readings }),
    readings,
  );

/** The fix that replaces the target, if the source contains the target exactly as it was parsed. */
function fixOf(
  { instead }: LinkVerdict,
  { target, offset }: Pick<BodyReference, 'target' | 'offset'>,
  { document: { source } }: CheckedBody,
  place: { readonly line: number; readonly column: number },
): Fix | null {
  if (instead === undefined || !source.startsWith(target, offset)) return null;
  // If a target needs brackets or escapes, the author must write it.
  if (/[\s()<>"\\]/.test(instead)) return null;
  return { kind: 'edits', edits: [{ ...place, length: target.length, text: instead }] };
}

interface Around {
  readonly page: CheckedPage;
  readonly body: CheckedBody;
  readonly site: Site;
  readonly readings: Readings;
}

async function judgeReference(
  { kind, target }: BodyReference,
  { page, body, site, readings }: Around,
): Promise<LinkVerdict | null> {
  if (kind === 'image') return judgeImage(target, page, body, site);
  if (kind === 'synced') return judgeSynced(target, page);
  const found = targetOf(target, page, site);
  const said = judgeTarget(found, target, page, site) ?? judgeVersion(found, target, page, site);
  const fragment = found.kind === 'page' ? anchorIn(found.fragment) : '';
  if (said || found.kind !== 'page' || fragment === '') return said;
  const { anchors } = await readings.of(found.page);
  return judgeAnchor(target, { page: found.page, fragment }, page, anchors);
}

/**
 * A link to another version. A push sends it as an address of the site, but GitHub Sync does not.
 */
function judgeVersion(
  found: Target,
  target: string,
  from: CheckedPage,
  site: Site,
): LinkVerdict | null {
  if (found.kind !== 'page' || !site.isSynced || parseAddress(target).kind !== 'file') return null;
  const { version, documentation, slug } = found.page.place;
  if (version === from.place.version) return null;
  const address = `/${version}/${documentation}/${slug}`;
  const anchor = found.fragment === '' ? '' : `#${found.fragment}`;
  return {
    rule: 'link-into-version',
    message: `${quoted(target)} leads into another version: it is broken where GitHub Sync reads it.`,
    hint: `Write \`${address}${anchor}\``,
  };
}

/**
 * The problem of an anchor. `anchors`: those of the target page; null if a part of it is unknown.
 */
function judgeAnchor(
  target: string,
  { page: to, fragment }: { readonly page: CheckedPage; readonly fragment: string },
  from: CheckedPage,
  anchors: PageAnchors | null,
): LinkVerdict | null {
  if (!anchors || anchors.mayHave(fragment)) return null;
  const sure = anchors.ofGithub(fragment) ?? meantAnchor(fragment, anchors.all);
  const near = sure ?? nearest(fragment, anchors.all);
  const where = to === from ? 'this page' : to.file;
  const base = target.slice(0, target.indexOf('#'));
  const verdict = {
    rule: 'broken-anchor',
    message: `${quoted(target)}: ${where} has no heading with this anchor.`,
    hint: didYouMean(near && `\`#${near}\``, null),
  } as const;
  if (sure !== undefined) return { ...verdict, instead: `${base}#${sure}` };
  const isTitle = wordsOf(fragment) === wordsOf(to.place.title);
  if (!isTitle || to === from) return verdict;
  return { ...verdict, hint: `That is the title of the page: link to \`${base}\``, instead: base };
}

/** Only the letters and digits of a text, in lower case. */
const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The only anchor that differs just in letter case, punctuation or one typing error. */
function meantAnchor(fragment: string, all: ReadonlySet<string>): string | undefined {
  const words = wordsOf(fragment);
  const same = [...all].filter((anchor) => wordsOf(anchor) === words && words !== '');
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  const near = [...all].filter((anchor) => areAlmostSame(fragment, anchor));
  return near.length === 1 ? near[0] : undefined;
}

/**
 * The anchor in a fragment; empty for a route of a page's script, a text fragment, or the top of
 * the page.
 */
function anchorIn(fragment: string): string {
  const [anchor = ''] = fragment.split(':~:', 1);
  return anchor === 'top' || /^!?\//.test(anchor) ? '' : anchor;
}

/** The problem of a link to `target`; null if it has none. Ignores fragments. */
export function judgeTarget(
  target: Target,
  written: string,
  from: CheckedPage,
  site: Site,
): LinkVerdict | null {
  const link = quoted(written);
  switch (target.kind) {
    case 'elsewhere':
      return null;
    case 'editor': {
      const message = `${link} leads into the platform's editor, which readers cannot open.`;
      return { rule: 'app-link', message };
    }
    case 'broken': {
      const { why, instead, sure } = target;
      const hint = didYouMean(instead && `\`${instead}\``, null);
      const verdict = { rule: 'broken-link', message: `${link} is broken: ${why}.`, hint } as const;
      return sure === undefined ? verdict : { ...verdict, instead: sure };
    }
    case 'address': {
      const { why, whole } = target;
      const message = `${link} is not a complete address: ${why}.`;
      return { rule: 'bad-address', message, hint: `Did you mean \`${whole}\`?`, instead: whole };
    }
    case 'no-file': {
      const { path, isHidden, instead } = target;
      const hint = didYouMean(instead && `\`${instead}\``, null);
      const message = isHidden
        ? `${path} is hidden by a name in its path: readers do not get it.`
        : `There is no file ${path}.`;
      return { rule: 'missing-file', message, hint };
    }
    case 'several': {
      const files = target.pages.map(({ file }) => file).join(', ');
      return { rule: 'same-slug', message: `${link} is ambiguous: it may be any of ${files}.` };
    }
    case 'reference': {
      if (site.reference(target.version, target.slug)?.published !== false) return null;
      const message = `${link} leads into an API reference that is not published.`;
      return { rule: 'linked-page-in-unpublished-reference', message };
    }
    case 'page':
      return judgePage(target.page, link, from, site);
    default:
      return target satisfies never;
  }
}

/**
 * The problem of a link to a page that readers cannot open. Null if they cannot open the page with
 * the link either.
 */
function judgePage(
  to: CheckedPage,
  link: string,
  from: CheckedPage,
  site: Site,
): LinkVerdict | null {
  const isOpen = ({ place }: CheckedPage): boolean =>
    site.documentation(place.version, place.documentation)?.published !== false;
  const isNobodys = from.restrictions.reasons.some(
    ({ kind }) => kind === 'unlisted' || kind === 'not-yet',
  );
  if (to === from || isNobodys || !isOpen(from)) return null;
  if (!isOpen(to)) {
    const message = `${link} leads into ${to.place.documentation}, which is not published.`;
    return { rule: 'linked-page-in-unpublished-documentation', message };
  }
  if (!to.restrictions.listed) {
    const message = `${link} leads to a page that is not listed: readers cannot open it.`;
    return { rule: 'linked-page-unlisted', message };
  }
  const why = whyNotFor(to, from);
  if (why === null) return null;
  const message = `${link} leads to a page that readers do not get: it is ${why}.`;
  return { rule: 'linked-page-held-back', message };
}

/**
 * Why readers of one page cannot open the other page; null if they can, or if both are held back.
 */
function whyNotFor(to: CheckedPage, from: CheckedPage): string | null {
  const isHeld = ({ kind }: Restriction): boolean => kind !== 'audience';
  const held = to.restrictions.reasons.find(isHeld);
  if (held !== undefined) {
    return from.restrictions.reasons.some(isHeld) ? null : restrictionWords(held);
  }
  if (!to.hasPublished) return from.hasPublished ? 'a draft' : null;
  const own = new Set(audiencesOf(from));
  const [gate] = to.restrictions.reasons;
  return gate === undefined || audiencesOf(to).every((each) => own.has(each))
    ? null
    : restrictionWords(gate);
}

const audiencesOf = ({ restrictions: { audience, above } }: CheckedPage): readonly string[] =>
  audience === null ? above : [audience, ...above];

/** The problem of an image; null if it has none. */
export function judgeImage(
  target: string,
  { file }: CheckedPage,
  { document }: CheckedBody,
  site: Site,
): LinkVerdict | null {
  if (isOfLibrary(target)) {
    // Without a list of assets in the page, the platform finds the picture in its library.
    const { assets } = document;
    if (assets.size === 0 || assets.has(target.slice('asset:'.length))) return null;
    const message = `The page does not list an asset ${quoted(target.slice('asset:'.length))}.`;
    return { rule: 'missing-asset', message };
  }
  const { kind, path: written } = parseAddress(target);
  const name = decoded(written);
  if (name === null || name.search(VARIABLE) !== -1) return null;
  if (kind === 'site') {
    // Without such a file, it may be one that the host of the site has.
    const [meant, ...more] = site.othersEnding(name);
    if (meant === undefined) return null;
    const message = `${quoted(target)} does not lead to a file: the path of an image must be relative to this file.`;
    if (more.length > 0) return { rule: 'missing-image', message };
    const instead = pathTo(file, meant as FilePath);
    return { rule: 'missing-image', message, hint: `Did you mean \`${instead}\`?`, instead };
  }
  if (kind !== 'file') return null;
  const path = posix.join(posix.dirname(file), name);
  if (site.hasFile(path) || site.isOutside(path)) return null;
  return { rule: 'missing-image', message: `There is no file ${path}.` };
}

/** The problem of a synced block that a page shows; null if it has none. */
export function judgeSynced(id: string, { synced }: CheckedPage): LinkVerdict | null {
  if (!synced || synced.has(id)) return null;
  const near = nearest(id, synced.keys());
  const hint = didYouMean(near && `\`${near}\``, null);
  return { rule: 'missing-synced-block', message: `There is no _synced-blocks/${id}.md.`, hint };
}

/** The broken links that the platform finds in a version. */
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { BrokenLink, Version } from '../../model/resources.ts';
import { count } from '../../model/text/sentences.ts';
import type { Style } from '../../ui/style.ts';
import type { View } from '../../ui/ui.ts';
import { resolveVersion } from './names/version-names.ts';

/** What `docs links --remote --json` prints: `docs/json/links.schema.json`. */
export interface BrokenLinks {
  readonly version: string;
  readonly errors: number;
  readonly warnings: number;
  readonly links: readonly BrokenLink[];
}

/** Prints the broken links, errors first. Two requests. Rejects with `content` if one is an error. */
export async function listBrokenLinks(context: Context, name: string): Promise<void> {
  const version = await resolveVersion(context, name);
  const found = await findBrokenLinks(context, version);
  await context.ui.result(found, brokenLinksView, { long: true });
  if (found.errors === 0) return;
  throw new Failure('content', `${count(found.errors, 'broken link')} in ${version.slug}.`);
}

/** The broken links of `version`, errors first. One request. */
async function findBrokenLinks(context: Context, version: Version): Promise<BrokenLinks> {
  const api = await context.api();
  const links = await api.versions.brokenLinks(version.id, context.host.signal);
  const errors = links.filter(({ severity }) => severity === 'error');
  const others = links.filter(({ severity }) => severity !== 'error');
  return {
    version: version.slug,
    errors: errors.length,
    warnings: others.length,
    links: [...errors, ...others],
  };
}

/**
 * Shows the broken links of versions before readers see them. Rejects with `guard` if one is an
 * error, unless it is forced or a dry run. Continues if there is no report, or the key may not read
 * it.
 */
export async function guardLinks(
  context: Context,
  versions: readonly Version[],
  { force, dryRun }: { readonly force: boolean; readonly dryRun: boolean },
): Promise<void> {
  const { ui } = context;
  let errors = 0;
  const broken: string[] = [];
  for (const version of versions) {
    const found = await findBrokenLinks(context, version).catch((error: unknown) => {
      if (!(error instanceof Failure) || !UNKNOWN.has(error.code)) throw error;
      ui.detail(`The links of ${version.slug} were not checked: ${error.message}`);
      return undefined;
    });
    if (found === undefined || found.links.length === 0) continue;
    ui.say((style) => brokenLinksView(found, style));
    errors += found.errors;
    if (found.errors > 0) broken.push(version.slug);
  }
  if (errors === 0 || force) return;
  const message = `${count(errors, 'broken link')} in ${broken.join(', ')}`;
  const ways = broken.map((slug) => `docs links --remote ${slug}`).join(', ');
  const hint = `${ways} ${broken.length === 1 ? 'lists' : 'list'} them; --force publishes anyway`;
  if (dryRun) {
    ui.warn(`${message}: publishing needs --force.`);
    return;
  }
  throw new Failure('guard', `${message}: nothing was published.`, { hint });
}

const UNKNOWN: ReadonlySet<string> = new Set(['unsupported', 'forbidden']);

/** Broken links by page, with what the platform says of each. */
const brokenLinksView: View<BrokenLinks> = ({ version, errors, warnings, links }, style) => {
  if (links.length === 0) return `No broken links in ${style.text(version)}.`;
  const pages = new Map<number, BrokenLink[]>();
  for (const link of links) {
    const same = pages.get(link.page.id);
    if (same) same.push(link);
    else pages.set(link.page.id, [link]);
  }
  const parts = [...pages.values()].map((same) =>
    [pageHeading(same, style), ...same.map((link) => brokenLine(link, style))].join('\n'),
  );
  const found = `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${style.text(version)}`;
  return [...parts, found].join('\n\n');
};

const pageHeading = ([first]: readonly BrokenLink[], style: Style): string =>
  first === undefined
    ? ''
    : style.bold(`${style.text(`"${first.page.title}"`)} (${first.page.id})`);

function brokenLine({ severity, issue, message, isDraft, link }: BrokenLink, style: Style): string {
  const { text, href, fragment } = link;
  const target = `${href ?? ''}${fragment === null ? '' : `#${fragment}`}`;
  const where = [target, text === null ? '' : `"${text}"`].filter((part) => part !== '').join(' ');
  const word = severity === 'error' ? style.red('error') : style.yellow(style.text(severity));
  const draft = isDraft ? style.dim(' (draft)') : '';
  return `  ${word} ${style.text(issue)}${draft}: ${style.text(where)}\n      ${style.text(message)}`;
}

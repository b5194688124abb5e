/** Checks links in pages, posts and synced blocks to other sites, by requests to these sites. */
import type { Context } from '../../../context.ts';
import { quoted } from '../../../content/check/finding.ts';
import type { CheckFinding } from '../../../content/check/finding.ts';
import { checkReferences } from '../../../content/check/links.ts';
import { Readings } from '../../../content/check/references.ts';
import type { CheckedPage } from '../../../content/check/linkable-pages.ts';
import { holdsVariable } from '../../../content/check/targets.ts';
import { Failure } from '../../../model/failure.ts';
import { isAskable } from './askable.ts';
import { KnownLinks } from './known-links.ts';
import { Sites } from './ask-sites.ts';
import type { SiteVerdict } from './ask-sites.ts';

/** The limit for different addresses per run. */
const MAX_LINKS = 5_000;

/** The results for links to other sites. */
export interface ExternalReport {
  readonly findings: readonly CheckFinding[];
  /** The number of different addresses that may be requested. */
  readonly links: number;
  /** The number of those that are known from an earlier run. */
  readonly known: number;
  /** The number of those whose state is unknown. */
  readonly unknown: number;
}

/** Requests each address once per run, however often the texts are checked. */
export class ExternalLinks {
  readonly #context: Context;
  readonly #verdicts = new Map<string, SiteVerdict>();
  readonly #known: KnownLinks;
  readonly #fromBefore = new Set<string>();

  /**
   * Throws `usage` behind a proxy, which would look up host names, so that nothing here could check
   * where a request goes.
   */
  constructor(context: Context) {
    const { host } = context;
    const proxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find(
      (name) => host.env[name],
    );
    if (proxy !== undefined) {
      throw new Failure('usage', '--external does not use a proxy.', {
        hint: `Unset ${proxy}, or run it where sites are reached directly`,
      });
    }
    this.#context = context;
    this.#known = new KnownLinks(host);
  }

  async check(texts: readonly CheckedPage[]): Promise<ExternalReport> {
    const readings = new Readings();
    const links: CheckFinding[] = [];
    for (const text of texts) {
      const found = await checkReferences(
        text,
        ({ kind, target }) =>
          kind !== 'synced' && addressOf(target) !== null
            ? { rule: 'external-link', message: target }
            : null,
        readings,
      );
      for (const each of found) links.push(each);
    }
    const urls = new Set(links.flatMap(({ message }) => addressOf(message) ?? []));
    await this.#ask([...urls]);
    const verdictOf = (url: string): SiteVerdict | undefined => this.#verdicts.get(url);
    const findings = links.flatMap((link) => {
      const verdict = verdictOf(addressOf(link.message) ?? '');
      if (verdict?.kind !== 'broken') return [];
      const message = `${quoted(link.message)} ${verdict.why}.`;
      return [{ ...link, message }];
    });
    const isUnknown = (url: string): boolean => (verdictOf(url)?.kind ?? 'unknown') === 'unknown';
    return {
      findings,
      links: urls.size,
      known: [...urls].filter((url) => this.#fromBefore.has(url)).length,
      unknown: [...urls].filter(isUnknown).length,
    };
  }

  async #ask(urls: readonly string[]): Promise<void> {
    const { host, ui } = this.#context;
    for (const url of urls) {
      if (this.#verdicts.has(url) || !this.#known.isFine(url)) continue;
      this.#verdicts.set(url, { kind: 'fine' });
      this.#fromBefore.add(url);
    }
    const asked = urls.filter((url) => !this.#verdicts.has(url)).slice(0, MAX_LINKS);
    if (asked.length === 0) return;
    const sites = new Sites({ version: host.version, clock: host.clock, signal: host.signal });
    const progress = ui.progress('Asking other sites');
    let done = 0;
    try {
      await sites.ask(asked, (url, verdict) => {
        this.#verdicts.set(url, verdict);
        if (verdict.kind === 'fine') this.#known.keep(url);
        done += 1;
        progress.update(`Asking other sites: ${done} of ${asked.length} links`);
      });
    } finally {
      progress.stop();
      await sites.close();
    }
    await this.#known.save();
  }
}

/** The address to request for a link, without the fragment. Null if it must not be requested. */
function addressOf(target: string): string | null {
  const whole = target.startsWith('//') ? `https:${target}` : target;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole) || holdsVariable(whole)) return null;
  const url = new URL(whole);
  url.hash = '';
  return isAskable(url) ? url.href : null;
}

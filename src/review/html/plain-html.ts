/**
 * Raw HTML of a page, harmless already, without what a review marks changes with: who trusts a review must be able to tell its marks from
 * those of the page.
 */
export const plainHtml = (safe: string): string =>
  safe.replaceAll(/<\/?[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/ class="[^"]*"/, '')
      .replace(/^<(\/?)ins\b/, '<$1u')
      .replace(/^<(\/?)del\b/, '<$1s'),
  );

/** `llms.txt`: what is to be read here, for programs that read Markdown (https://llmstxt.org). */
import { placeOfPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { SiteView } from './view.ts';

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const label = (text: string): string => line(text).replaceAll(/[[\]\\]/g, String.raw`\$&`);

export function llmsText(view: SiteView, addresses: Addresses): string {
  const parts = [`# ${line(view.site.title)}\n`];
  for (const version of view.versions) {
    for (const { title, description, pages } of version.documentations) {
      if (pages.length === 0) continue;
      const about = description === '' ? '' : `\n${line(description)}\n`;
      const items = pages.map((page) => {
        const says = page.description === '' ? '' : `: ${line(page.description)}`;
        return `- [${label(page.title)}](${addresses.markdown(placeOfPage(page))})${says}\n`;
      });
      const name = view.versions.length > 1 ? `${title} (${version.name})` : title;
      parts.push(`## ${line(name)}\n${about}\n${items.join('')}`);
    }
  }
  return parts.join('\n');
}

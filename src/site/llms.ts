/** `llms.txt`: what is to be read here, for programs that read Markdown (https://llmstxt.org). */
import { placeOfPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { DocumentationView, SiteView } from './view.ts';

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const label = (text: string): string => line(text).replaceAll(/[[\]\\]/g, String.raw`\$&`);

export function llmsText(view: SiteView, addresses: Addresses): string {
  const parts = [`# ${line(view.site.title)}\n`];
  const add = (name: string, { description, pages }: DocumentationView): void => {
    if (pages.length === 0) return;
    const about = description === '' ? '' : `\n${line(description)}\n`;
    const items = pages.map((page) => {
      const says = page.description === '' ? '' : `: ${line(page.description)}`;
      return `- [${label(page.title)}](${addresses.markdown(placeOfPage(page))})${says}\n`;
    });
    parts.push(`## ${line(name)}\n${about}\n${items.join('')}`);
  };
  for (const version of view.versions) {
    for (const each of version.documentations)
      add(view.versions.length > 1 ? `${each.title} (${version.name})` : each.title, each);
  }
  for (const each of view.changelogs) add(each.title, each);
  return parts.join('\n');
}

import type { ReadPage } from './document.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { writeOutput } from '../shared/named-files/output.ts';
import { PageNames } from '../shared/names/page-names.ts';
import { pageDocument } from './view.ts';
import type { DerivedFormat } from '../../api/resources/pages.ts';

export interface GetPageOptions {
  readonly in?: string;
  /** `markdoc`: the platform's own format, in which pages are written. */
  readonly format: 'markdoc' | DerivedFormat;
  readonly draft?: boolean;
  readonly published?: boolean;
  readonly output?: string;
  readonly force: boolean;
}

/** Prints or writes the text of a page. One request if the page is named by id or key. */
export async function getPage(
  context: Context,
  name: string,
  options: GetPageOptions,
): Promise<void> {
  const { ui, host } = context;
  const { format, output } = options;
  const api = await context.api();
  // Not every platform knows this name of the native format. It is the default if no format is requested.
  const page = await new PageNames(context, api, options.in).read(
    name,
    format === 'markdoc' ? undefined : format,
  );
  const { content, contentIs } = chooseText(page, options);
  if (output !== undefined && output !== '-') {
    await writeOutput(context, output, content, options.force);
    ui.say(`${contentIs === 'draft' ? 'The draft' : 'The published text'} is in ${output}.`);
  }
  const document: ReadPage = { ...pageDocument(page), format, content, contentIs };
  if (ui.json) await ui.result(document, () => '');
  else if (output === undefined || output === '-') {
    const atTerminal = host.stdout.isTTY === true && !content.endsWith('\n');
    await ui.raw(atTerminal ? `${content}\n` : content, { long: true });
  }
}

function chooseText(
  { id, contentDraft, contentPublished }: Page,
  { draft, published }: GetPageOptions,
): Pick<ReadPage, 'content' | 'contentIs'> {
  const drafted = published === true ? undefined : (contentDraft ?? undefined);
  if (drafted !== undefined) return { content: drafted, contentIs: 'draft' };
  if (draft === true) {
    throw new Failure('not-found', `Page ${id} has no draft: its text is published.`, {
      hint: 'Leave out --draft',
    });
  }
  const shown = contentPublished ?? undefined;
  if (shown !== undefined) return { content: shown, contentIs: 'published' };
  if (published === true) {
    throw new Failure('not-found', `Page ${id} was never published.`, {
      hint: 'Leave out --published',
    });
  }
  return { content: '', contentIs: 'draft' };
}

import type { Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import { writeOutput } from '../output.ts';
import { PageNames } from '../resolve-page.ts';
import { documentOf } from './document.ts';
import type { GetOptions } from './get.ts';

/** What `--json` prints: `docs/json/page-get.schema.json`. */
interface ReadPage extends Page {
  readonly format: string;
  /** The text that was asked for. */
  readonly content: string;
  readonly contentIs: 'draft' | 'published';
}

/** Prints or writes the text of a page. One request, where the page is named by id or key. */
export async function getPage(context: Context, name: string, options: GetOptions): Promise<void> {
  const { ui, host } = context;
  const { format, output } = options;
  const api = await context.api();
  // The native format has two names: it is what comes where none is asked for.
  const page = await new PageNames(context, api, options.in).read(
    name,
    format === 'darkdown' ? undefined : format,
  );
  const { content, contentIs } = chooseText(page, options);
  if (output !== undefined && output !== '-') {
    await writeOutput(context, output, content);
    ui.say(`${contentIs === 'draft' ? 'The draft' : 'The published text'} is in ${output}.`);
  }
  const document: ReadPage = { ...documentOf(page), format, content, contentIs };
  if (ui.json) await ui.result(document, () => '');
  else if (output === undefined || output === '-') {
    const atTerminal = host.stdout.isTTY === true && !content.endsWith('\n');
    await ui.raw(atTerminal ? `${content}\n` : content, { long: true });
  }
}

function chooseText(
  { id, contentDraft, contentPublished }: Page,
  { draft, published }: GetOptions,
): Pick<ReadPage, 'content' | 'contentIs'> {
  const drafted = published === true ? undefined : (contentDraft ?? undefined);
  if (drafted !== undefined) return { content: drafted, contentIs: 'draft' };
  if (draft === true) {
    throw new Failure('not-found', `Page ${id} has no draft: what it says is published.`, {
      hint: 'leave out --draft',
    });
  }
  const shown = contentPublished ?? undefined;
  if (shown !== undefined) return { content: shown, contentIs: 'published' };
  if (published === true) {
    throw new Failure('not-found', `Page ${id} was never published.`, {
      hint: 'leave out --published',
    });
  }
  return { content: '', contentIs: 'draft' };
}

/** Prints and judges a plan that is not carried out: `--format` and `--fail-on`. */
import { configurationName } from '../annotations.ts';
import type { Context } from '../../../context.ts';
import { inPipeline } from '../../../model/pipeline.ts';
import type { Prepared } from '../../../sync/engine.ts';
import type { PushDocument } from '../plan-text/document.ts';
import type { Style } from '../../../ui/style.ts';
import type { ResultOptions } from '../../../ui/ui.ts';
import { failOnLine } from '../plan-text/fail-on.ts';
import { OF_THE_BRANCH } from '../plan-text/heading.ts';
import { planView } from '../plan-text/plan.ts';
import { failOnKinds, failOnVerdict, isWorthShowing, refuseFound, refusalsOf } from './verdict.ts';
import { readerLinks } from './reader-links.ts';

export interface PlanFlags {
  readonly failOn?: readonly string[];
  readonly format?: 'text' | 'markdown';
}

export interface PlanPrinter {
  /** The plan for people. Its last line has the result of `--fail-on`. */
  view(prepared: Prepared, style: Style): string;
  /** The one result: the document with `--json`, else the plan in the wanted format. */
  print(prepared: Prepared, document: PushDocument, options?: ResultOptions): Promise<void>;
  /** Throws if the plan contains a kind that `--fail-on` names. */
  judge(prepared: Prepared): void;
}

const isWhole = ({ options }: Prepared): boolean => options.only.length === 0;

/** Throws `Failure('usage')` if `--fail-on` names a kind that does not exist. */
export function planPrinter(context: Context, { failOn, format }: PlanFlags): PlanPrinter {
  const { ui, flags } = context;
  const kinds = failOn === undefined ? null : failOnKinds(failOn);
  const verdictOf = (prepared: Prepared) =>
    kinds === null ? null : failOnVerdict(prepared, kinds);
  const view: PlanPrinter['view'] = (prepared, style) => {
    const verdict = verdictOf(prepared);
    const line = verdict === null ? [] : [failOnLine(verdict)];
    const isPipeline = inPipeline(context.host.env);
    const isListed = prepared.plan.changes.some(isWorthShowing);
    const parts = [
      ...(isPipeline && isListed && isWhole(prepared) ? [OF_THE_BRANCH] : []),
      planView(prepared, style, { ...flags, inPipeline: isPipeline }),
      ...line,
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  };
  return {
    view,
    async print(prepared, document, options) {
      if (ui.json || format !== 'markdown') {
        return ui.result(document, (_, style) => view(prepared, style), options);
      }
      const { planMarkdown } = await import('../plan-text/markdown.ts');
      const refusals = refusalsOf(prepared);
      const verdict = verdictOf(prepared);
      const { site } = await context.config();
      const pageLinkOf = readerLinks(site.value);
      const configuration = await configurationName(context);
      const skipsConflicts = prepared.options.conflicts === 'skip';
      const shown = {
        ...document,
        refusals,
        verdict,
        pageLinkOf,
        configuration,
        skipsConflicts,
        isWhole: isWhole(prepared),
      };
      await ui.raw(`${planMarkdown(shown)}\n`);
    },
    judge(prepared) {
      const verdict = verdictOf(prepared);
      if (verdict !== null) refuseFound(verdict);
    },
  };
}

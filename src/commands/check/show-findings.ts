import type { CheckReport } from './document.ts';
import { safeJson } from '../../ui/json-text.ts';
import type { Context } from '../../context.ts';
import type { Finding } from '../../content/check/finding.ts';
import type { FilePath } from '../../model/ids.ts';
import { workflowCommand } from '../../ui/annotations.ts';
import type { Annotation } from '../../ui/ui.ts';
import { checkSummary, checkView } from './view.ts';
import type { CheckEnding } from './view.ts';
import { forgeNames } from '../../annotations.ts';
import type { CheckFlags } from './check.run.ts';

/** Prints the findings in the wanted format; on GitHub Actions marks them in the pull request as well. */
export async function show(
  context: Context,
  report: CheckReport,
  findings: readonly Finding[],
  { format, ...ending }: { readonly format: CheckFlags['format'] } & CheckEnding,
): Promise<void> {
  const { host, ui } = context;
  const nameOf = await forgeNames(context);
  const named = <Found extends { readonly file: string }>(found: readonly Found[]) =>
    found.map((each) => Object.assign({}, each, { file: nameOf(each.file) as FilePath }));
  const placed = named(findings);
  const annotations = placed.map(annotationOf);
  if (format === 'sarif') {
    const { findingsAsSarif } = await import('../../content/check/sarif.ts');
    await ui.raw(`${safeJson(findingsAsSarif(placed, host.version), 2)}\n`);
  } else if (format === 'github') {
    for (const annotation of annotations) {
      await ui.raw(`${workflowCommand(annotation)}\n`, { asIs: true });
    }
  } else if (format === 'json') await ui.raw(`${safeJson(report, 2)}\n`);
  else await ui.result(report, checkView(ending), { long: true });
  for (const annotation of annotations) {
    ui.annotate(annotation, format === 'github' && !host.stdoutIsFile);
  }
  if (format === 'github') return;
  if (annotations.length > 0)
    await ui.summarize(checkSummary({ ...report, findings: named(report.findings) }));
}

const annotationOf = ({
  severity,
  code,
  message,
  hint,
  file,
  line,
  column,
}: Finding): Annotation => ({
  level: severity,
  message: `${message}${hint === null ? '' : ` ${hint}`} [${code}]`,
  file,
  line,
  column,
});

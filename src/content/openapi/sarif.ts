import { relative, sep } from 'node:path';
import type { Problem } from './problem.ts';

/** Problems as SARIF 2.1.0, the form that code scanning takes: https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */
export function toSarif(problems: readonly Problem[], root: string, toolVersion: string): object {
  const rules = [...new Set(problems.map(({ rule }) => rule))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'docs', version: toolVersion, rules: rules.map((id) => ({ id })) },
        },
        columnKind: 'utf16CodeUnits',
        results: problems.map(({ severity, rule, message, file, line, column }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: severity,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: toUri(file, root) },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** Relative to the project, as code scanning wants it. */
const toUri = (file: string, root: string): string =>
  /^https?:/.test(file) ? file : relative(root, file).split(sep).map(encodeURIComponent).join('/');

import type { ListedFinding } from './finding.ts';

/** The part of a rule that code scanning shows. */
export interface SarifRule {
  readonly id: string;
  readonly shortDescription?: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly defaultConfiguration?: { readonly level: ListedFinding['severity'] };
}

/** A finding, or a note about something that is not a problem. */
type SarifFinding = Omit<ListedFinding, 'severity'> & {
  readonly severity: ListedFinding['severity'] | 'note';
};

/**
 * A log in SARIF 2.1.0, the format that code scanning accepts:
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/. `findings` must name files as the forge does, or
 * by addresses. `rules` must contain each rule of the findings.
 */
export function sarifLog(
  toolVersion: string,
  rules: readonly SarifRule[],
  findings: readonly SarifFinding[],
): object {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docs', version: toolVersion, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(({ rule, severity, message, place: { file, line, column } }) => ({
          ruleId: rule,
          ruleIndex: indexes.get(rule),
          level: severity,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(file) },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** The names of the findings' rules, in order of the first finding of each. */
export const ruleNames = (findings: readonly Pick<ListedFinding, 'rule'>[]): string[] => [
  ...new Set(findings.map(({ rule }) => rule)),
];

const uriOf = (file: string): string =>
  /^https?:/.test(file) ? file : file.split('/').map(encodeURIComponent).join('/');
